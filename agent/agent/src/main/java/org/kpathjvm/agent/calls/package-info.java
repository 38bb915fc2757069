/**
 * What paths across calls need to know about classes: {@link org.kpathjvm.agent.calls.SeenClasses}
 * tells the target which methods each class declares. The target's side, in the runtime's package
 * {@code overlapping}, decides which method a call has reached (decision 58).
 */
package org.kpathjvm.agent.calls;
