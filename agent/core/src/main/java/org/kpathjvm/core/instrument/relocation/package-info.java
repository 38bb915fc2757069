/**
 * Instrumented classes that can be kept and used again by other JVMs.
 *
 * <p>In a {@link RelocatableClass}, ids are relative to the first id of their method. A JVM that
 * uses the class reserves ids, and the class becomes a {@link UsableClass}. {@link PlaceholderIds}
 * hands out the ids that a class file has until the real ids are known. {@link IdsInCode} moves ids
 * from the constant pool to the code, for classes that are transformed often.
 *
 * <p>The agent's cache stores the relocatable classes.
 */
package org.kpathjvm.core.instrument.relocation;
