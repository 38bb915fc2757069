/**
 * The part of the profiler of overlapping paths that is inside the target. The profiler is the one
 * of Tallam, Zhang and Gupta (docs/profilers.md).
 *
 * <p>{@link org.kpathjvm.runtime.overlapping.OverlapProbes} has the methods that instrumented code
 * calls. {@link org.kpathjvm.runtime.overlapping.Extension} is the second register in their paper,
 * which records how a path goes on after a back edge. {@link
 * org.kpathjvm.runtime.overlapping.CallTables} counts paths together with the calls in them. {@link
 * org.kpathjvm.runtime.overlapping.Selection} finds the method that a call has reached, by the
 * rules of the JVM's specification. {@code Selection} looks up the methods that a class declares in
 * {@link org.kpathjvm.runtime.overlapping.DeclaredMethods}.
 *
 * <p>The frequencies of longer paths are estimated later, when the profile is made.
 */
package org.kpathjvm.runtime.overlapping;
