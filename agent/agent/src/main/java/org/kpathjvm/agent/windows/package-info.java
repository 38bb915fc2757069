/**
 * The agent's code for counting paths in path windows (decision 48 in docs/decisions).
 *
 * <p>{@link org.kpathjvm.agent.windows.WindowedClasses} instruments the classes and takes the
 * probes out of methods that are done. {@link org.kpathjvm.agent.windows.WindowWatch} is the thread
 * that shuts windows whose time is up. The windows themselves are in the runtime's package {@code
 * windows}.
 */
package org.kpathjvm.agent.windows;
