/**
 * Ball and Larus's profiler as they built it, with counters in the program's heap.
 *
 * <p>A method with few paths has an array of counters, any other method a hash table ({@link
 * org.kpathjvm.runtime.blpp.BlppTables}). {@link org.kpathjvm.runtime.blpp.BlppProbes} has the
 * methods that instrumented code calls. The profilers that use one of the two for all methods are
 * {@code ArrayProbes} and {@code HashProbes} in {@code inline}.
 */
package org.kpathjvm.runtime.blpp;
