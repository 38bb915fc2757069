/**
 * Records overlapping paths inside the target, for the profiler of Tallam, Zhang and Gupta
 * (docs/profilers.md).
 *
 * <p>{@link org.kpathjvm.runtime.overlapping.OverlapProbes} has the methods that instrumented code
 * calls. {@link org.kpathjvm.runtime.overlapping.Extension} is the second register of the paper. It
 * records how a path goes on after a back edge. {@link org.kpathjvm.runtime.overlapping.CallTables}
 * counts paths together with the calls in them. {@link org.kpathjvm.runtime.overlapping.Selection}
 * finds the method that a call has reached, by the rules of the JVM's specification. {@link
 * org.kpathjvm.runtime.overlapping.DeclaredMethods} has the methods that each class declares.
 *
 * <p>How often one whole iteration followed another is estimated later, from the finished profile.
 */
package org.kpathjvm.runtime.overlapping;
