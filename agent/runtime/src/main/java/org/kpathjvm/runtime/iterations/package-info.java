/**
 * What k-iteration profiling has inside the target: the probes in {@link
 * org.kpathjvm.runtime.iterations.IterationProbes}.
 *
 * <p>The paths are counted in the tables of {@code blpp}. The package doesn't number paths: {@code
 * core} does when it instruments a method. docs/kiter.md explains the profiler.
 */
package org.kpathjvm.runtime.iterations;
