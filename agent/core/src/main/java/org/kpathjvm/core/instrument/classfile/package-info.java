/**
 * Reads and writes class files.
 *
 * <p>{@link OffsetReader} reads a class file together with the bytecode offsets of its
 * instructions. {@link ClassFacts} collects what the instrumentation has to know about a class.
 * {@link MethodReplacer} writes a class with some of its methods replaced. Other classes deal with
 * versions, sizes of code, constants and source maps (JSR 45).
 *
 * <p>The package doesn't deal with paths, and adds no probes.
 */
package org.kpathjvm.core.instrument.classfile;
