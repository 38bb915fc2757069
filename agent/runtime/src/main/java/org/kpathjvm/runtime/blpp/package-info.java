/**
 * Ball and Larus's profiler as they built it, with counters in the program's heap.
 *
 * <p>The paths of a method with few paths are counted in an array. The paths of other methods are
 * counted in a hash table ({@link org.kpathjvm.runtime.blpp.BlppTables}). {@link
 * org.kpathjvm.runtime.blpp.BlppProbes} has the methods that instrumented code calls. Two other
 * profilers, in the package {@code inline}, count the paths of all methods in one kind of table:
 * {@code ArrayProbes} in arrays, and {@code HashProbes} in a hash table.
 */
package org.kpathjvm.runtime.blpp;
