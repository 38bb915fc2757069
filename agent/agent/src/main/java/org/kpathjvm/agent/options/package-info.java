/**
 * The agent's options and its profilers.
 *
 * <p>{@link org.kpathjvm.agent.options.AgentOption} is the table of all options, with name, type,
 * default and help. {@link org.kpathjvm.agent.options.ProfilerOption} adds the options that only
 * some profilers take. {@link org.kpathjvm.agent.options.AgentOptions} has the values that were
 * given. {@link org.kpathjvm.agent.options.Profiler} describes each profiler. The build exports the
 * tables of options and profilers, and the Python code makes the command line from them.
 *
 * <p>The package only parses the text that the agent is given. The Python code decides which
 * options it passes.
 */
package org.kpathjvm.agent.options;
