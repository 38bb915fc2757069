/**
 * The process that the agent is in: its ids ({@link org.kpathjvm.agent.process.OwnProcess}), the
 * main class of its jar ({@link org.kpathjvm.agent.process.MainJar}), threads of the agent's own
 * ({@link org.kpathjvm.agent.process.OwnThread}), and the commands of its JVM ({@link
 * org.kpathjvm.agent.process.JvmCommand}). The package knows nothing about profiling.
 */
package org.kpathjvm.agent.process;
