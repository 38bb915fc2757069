/**
 * The part of k-iteration profiling that runs in the target: the probes in {@link
 * org.kpathjvm.runtime.iterations.IterationProbes}.
 *
 * <p>The paths are counted in the tables of the package {@code blpp}. The module {@code core}
 * numbers the paths when it instruments a method. docs/profilers.md explains the profiler.
 */
package org.kpathjvm.runtime.iterations;
