/**
 * The way from the bytes of a class to the bytes of the instrumented class.
 *
 * <p>{@link ClassInstrumenter} is the entry point. It splits methods into blocks, lets {@code cfg}
 * and {@code numbering} number their paths, and inserts probes as a scheme plans them. {@link
 * InstrumentedClass} is the result. Only this package and its subpackages use ASM.
 *
 * <p>No class is ever loaded here, and no member is added to a class.
 */
package org.kpathjvm.core.instrument;
