/**
 * The agent's options and its profilers.
 *
 * <p>{@link org.kpathjvm.agent.options.AgentOption} is the table of all options, with name, type,
 * default and help. {@link org.kpathjvm.agent.options.ProfilerOption} adds the options that only
 * some profilers take. {@link org.kpathjvm.agent.options.AgentOptions} has the values that the
 * agent was given. {@link org.kpathjvm.agent.options.Profiler} describes each profiler. The build
 * exports the tables of options and profilers, and the Python code derives the command line's
 * options from these tables.
 */
package org.kpathjvm.agent.options;
