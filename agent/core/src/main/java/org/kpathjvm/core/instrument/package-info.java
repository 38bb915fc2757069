/**
 * Instruments classes: turns the bytes of a class into the bytes of a class with probes.
 *
 * <p>{@link ClassInstrumenter} is the entry point. It splits methods into blocks. The packages
 * {@code cfg} and {@code numbering} number the methods' paths. Then it inserts the probes that a
 * scheme plans. {@link InstrumentedClass} is the result. Only this package and its subpackages use
 * ASM.
 *
 * <p>No class is ever loaded here, and no member is added to a class.
 */
package org.kpathjvm.core.instrument;
