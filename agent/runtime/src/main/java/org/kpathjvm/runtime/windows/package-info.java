/**
 * The code inside the target that counts for the two profilers with path windows: structural path
 * profiling, and Ball-Larus path profiling of each method's first paths.
 *
 * <p>A {@link org.kpathjvm.runtime.windows.Window} belongs to one structure graph, and paths of the
 * graph are counted while the window is open. {@link org.kpathjvm.runtime.windows.WindowController}
 * decides which windows are open. It is the profiling controller of figure 9 in "Structural Path
 * Profiling" by Yasue et al. {@link org.kpathjvm.runtime.windows.WindowProbes} has the methods that
 * instrumented code calls. The agent's package {@code windows} puts probes into methods, and
 * removes the probes when the methods are done.
 */
package org.kpathjvm.runtime.windows;
