/**
 * The profilers with path windows, as far as they run inside the target: structural path profiling,
 * and Ball-Larus path profiling of each method's first paths.
 *
 * <p>A {@link org.kpathjvm.runtime.windows.Window} belongs to one structure graph, and paths of the
 * graph are counted while the window is open. {@link org.kpathjvm.runtime.windows.WindowController}
 * decides which windows are open. It is the profiling controller of figure 9 of Yasue et al. {@link
 * org.kpathjvm.runtime.windows.WindowProbes} has the methods that instrumented code calls. The
 * agent's package {@code windows} puts probes into methods and takes them out again.
 */
package org.kpathjvm.runtime.windows;
