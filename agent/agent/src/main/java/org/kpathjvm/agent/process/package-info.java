/**
 * Access to the process and the JVM in which the agent runs. {@link
 * org.kpathjvm.agent.process.OwnProcess} has the ids of the process, and {@link
 * org.kpathjvm.agent.process.MainJar} finds the program's main class. {@link
 * org.kpathjvm.agent.process.LoadedClasses} finds the classes that the JVM has loaded. {@link
 * org.kpathjvm.agent.process.OwnThread} starts threads of the agent, and {@link
 * org.kpathjvm.agent.process.JvmCommand} runs commands of the JVM. Nothing in the package is about
 * profiling.
 */
package org.kpathjvm.agent.process;
