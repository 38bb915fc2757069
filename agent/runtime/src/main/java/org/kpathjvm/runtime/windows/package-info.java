/**
 * Structural path profiling inside the target.
 *
 * <p>A {@link org.kpathjvm.runtime.windows.Window} belongs to one structure graph, and paths are
 * counted while it is open. {@link org.kpathjvm.runtime.windows.WindowController} decides which
 * windows are open: it is the profiling controller of the paper's figure 9. {@link
 * org.kpathjvm.runtime.windows.WindowProbes} has the methods that instrumented code calls. The
 * package doesn't put probes into methods or take them out again: the agent does, in its own
 * package {@code windows}.
 */
package org.kpathjvm.runtime.windows;
