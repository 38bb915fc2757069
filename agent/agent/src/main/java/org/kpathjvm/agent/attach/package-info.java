/**
 * The classes with which an attached agent detaches from a program that goes on running (decision
 * 57 in docs/decisions), and with which an agent makes cuts (decision 59).
 *
 * <p>{@link org.kpathjvm.agent.attach.ProbeSwitch} replaces the methods of the probes for all
 * threads at one moment, and {@link org.kpathjvm.agent.attach.ProbeVariants} makes class files with
 * the new methods. {@link org.kpathjvm.agent.attach.ChangedClasses} lists the classes that have
 * probes. {@link org.kpathjvm.agent.attach.LiveCode} and {@link
 * org.kpathjvm.agent.attach.ProbesInUse} look at the stacks of the program's threads.
 *
 * <p>{@code Attachment} and {@code Cuts}, in the package above, use these classes.
 */
package org.kpathjvm.agent.attach;
