/**
 * Records paths into the shared segment, inside the target JVM.
 *
 * <p>{@link org.kpathjvm.runtime.recorder.Probes} has the methods that instrumented code calls,
 * with their fast paths. {@link org.kpathjvm.runtime.recorder.Recorder} has the slow paths and what
 * the agent calls. A thread records through its slot and its lease: the lease is the thread's
 * stream, its table of counters and its pages of counters. A recording can be cut into parts while
 * the program runs.
 *
 * <p>Code here may run anywhere in the program, so it never parks, never waits on a monitor and
 * never runs application code. The package doesn't read what it has written: the engine does. The
 * profilers that keep their tables in the program's heap are in {@code inline}.
 */
package org.kpathjvm.runtime.recorder;
