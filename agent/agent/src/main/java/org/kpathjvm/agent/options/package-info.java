/**
 * The agent's options and its profilers.
 *
 * <p>{@link org.kpathjvm.agent.options.AgentOption} is the table of all options: name, type,
 * default and help. {@link org.kpathjvm.agent.options.ProfilerOption} adds those of single
 * profilers. {@link org.kpathjvm.agent.options.AgentOptions} has the values that were given. {@link
 * org.kpathjvm.agent.options.Profiler} describes each profiler. The build exports both tables, from
 * which Python makes the command line.
 *
 * <p>The package only reads the agent's own text. Which options a launcher passes is decided in
 * Python.
 */
package org.kpathjvm.agent.options;
