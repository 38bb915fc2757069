/**
 * Records paths in the target JVM and writes them into the shared segment.
 *
 * <p>{@link org.kpathjvm.runtime.recorder.Probes} has the methods that instrumented code calls,
 * with their fast paths. {@link org.kpathjvm.runtime.recorder.Recorder} has the slow paths, and the
 * methods that the agent calls. The engine, in another process, reads the segment.
 *
 * <p>Code here may run anywhere in the program, so it never parks, never waits on a monitor and
 * never runs code of the program.
 */
package org.kpathjvm.runtime.recorder;
