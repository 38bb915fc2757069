/**
 * Hands out the ids of methods.
 *
 * <p>{@link org.kpathjvm.agent.ids.IdRanges} hands out ids in the order in which classes are
 * instrumented. {@link org.kpathjvm.agent.ids.KeptIds} gives a class the ids that it had in an
 * earlier recording of the same program. Code that instruments a class uses only the interface
 * {@link org.kpathjvm.agent.ids.ClassIds}.
 */
package org.kpathjvm.agent.ids;
