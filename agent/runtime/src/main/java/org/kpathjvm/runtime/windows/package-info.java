/**
 * The code inside the target that counts for the two profilers with path windows: structural path
 * profiling, and Ball-Larus path profiling of each method's first paths.
 *
 * <p>{@link org.kpathjvm.runtime.windows.WindowProbes} has the methods that instrumented code
 * calls. The agent's package {@code windows} puts probes into methods, and removes the probes when
 * the methods are done.
 */
package org.kpathjvm.runtime.windows;
