/**
 * The classes with which an attached agent detaches from a program that goes on running (decision
 * 57 in docs/decisions), and with which an agent makes cuts (decision 59).
 *
 * <p>{@link org.kpathjvm.agent.attach.ProbeSwitch} replaces the methods of the probes for all
 * threads at one moment, and {@link org.kpathjvm.agent.attach.ProbeVariants} makes the class files
 * for that. {@link org.kpathjvm.agent.attach.ChangedClasses} lists the classes that have probes.
 * {@link org.kpathjvm.agent.attach.LiveCode} and {@link org.kpathjvm.agent.attach.ProbesInUse} look
 * at the stacks of the program's threads.
 *
 * <p>{@code Attachment}, in the package above, calls these classes in the right order.
 */
package org.kpathjvm.agent.attach;
