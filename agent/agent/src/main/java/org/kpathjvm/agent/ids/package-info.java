/**
 * Hands out the ids of methods.
 *
 * <p>{@link org.kpathjvm.agent.ids.IdRanges} hands them out in the order in which classes are
 * instrumented. {@link org.kpathjvm.agent.ids.KeptIds} gives a class the ids again that it had in
 * an earlier recording of the same program. Whoever instruments a class sees only {@link
 * org.kpathjvm.agent.ids.ClassIds}.
 */
package org.kpathjvm.agent.ids;
