/**
 * Records paths in the target JVM and writes them into the shared segment.
 *
 * <p>{@link org.kpathjvm.runtime.recorder.Probes} has the methods that instrumented code calls,
 * with their fast paths. {@link org.kpathjvm.runtime.recorder.Recorder} has the slow paths, and the
 * methods that the agent calls. A thread has a slot and a lease while it records. The lease
 * consists of the thread's stream, its table of counters and its pages of counters. Cuts divide a
 * recording into parts while the program runs.
 *
 * <p>Code here may run anywhere in the program, so it never parks, never waits on a monitor and
 * never runs code of the program. The engine, in another process, reads the recording. The
 * profilers with tables in the program's heap are in the package {@code inline}.
 */
package org.kpathjvm.runtime.recorder;
