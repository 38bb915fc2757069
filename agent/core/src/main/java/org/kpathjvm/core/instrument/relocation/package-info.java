/**
 * Instrumented classes that can be kept and used again by other JVMs.
 *
 * <p>In a {@link RelocatableClass}, ids are relative to the first id of their method. A JVM that
 * uses the class reserves ids, and the class becomes a {@link UsableClass}. {@link PlaceholderIds}
 * are the ids that stand in the class file meanwhile. {@link IdsInCode} moves ids from the constant
 * pool to the code, for classes that are transformed often.
 *
 * <p>The package doesn't store classes; the agent's cache does.
 */
package org.kpathjvm.core.instrument.relocation;
