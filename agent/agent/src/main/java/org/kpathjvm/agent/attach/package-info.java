/**
 * What an agent needs to leave a running program again (decision 57), and what it needs for cuts
 * (decision 59).
 *
 * <p>{@link org.kpathjvm.agent.attach.ProbeSwitch} gives the probes other methods for all threads
 * at once, and {@link org.kpathjvm.agent.attach.ProbeVariants} has the class files for that. {@link
 * org.kpathjvm.agent.attach.ChangedClasses} knows which classes have probes. {@link
 * org.kpathjvm.agent.attach.LiveCode} and {@link org.kpathjvm.agent.attach.ProbesInUse} look at the
 * stacks of the program's threads.
 *
 * <p>The order of the steps is in {@code Attachment}, in the package above.
 */
package org.kpathjvm.agent.attach;
