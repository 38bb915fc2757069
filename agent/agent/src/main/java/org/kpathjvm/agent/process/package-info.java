/**
 * Access to the process and the JVM in which the agent runs. {@link
 * org.kpathjvm.agent.process.OwnProcess} reads the ids and the start time of the process, and
 * {@link org.kpathjvm.agent.process.MainJar} finds the main class of the program's jar. {@link
 * org.kpathjvm.agent.process.LoadedClasses} finds the classes that the JVM has loaded. {@link
 * org.kpathjvm.agent.process.OwnThread} starts threads of the agent, and {@link
 * org.kpathjvm.agent.process.JvmCommand} runs the commands of {@code jcmd}.
 */
package org.kpathjvm.agent.process;
