/**
 * The profiler of overlapping paths inside the target.
 *
 * <p>{@link org.kpathjvm.runtime.overlapping.OverlapProbes} has the methods that instrumented code
 * calls. {@link org.kpathjvm.runtime.overlapping.Extension} is the paper's second register: how the
 * path before a back edge goes on after it. {@link org.kpathjvm.runtime.overlapping.CallTables}
 * counts paths together with the calls in them. To know which method a call has reached, {@link
 * org.kpathjvm.runtime.overlapping.Selection} follows the rules of the JVM's specification, on what
 * {@link org.kpathjvm.runtime.overlapping.DeclaredMethods} knows of the classes.
 *
 * <p>The package doesn't estimate the frequencies of longer paths. That is done when the profile is
 * made.
 */
package org.kpathjvm.runtime.overlapping;
