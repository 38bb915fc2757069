/**
 * Finds the methods that classes declare, for paths across calls. {@link
 * org.kpathjvm.agent.calls.SeenClasses} enters these methods into a table in the target. With that
 * table, the runtime's package {@code overlapping} decides which method a call has reached
 * (decision 58 in docs/decisions).
 */
package org.kpathjvm.agent.calls;
