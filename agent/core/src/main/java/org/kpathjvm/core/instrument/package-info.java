/**
 * Instruments classes: turns the bytes of a class into the bytes of a class with probes.
 *
 * <p>{@link ClassInstrumenter} is the entry point. It splits methods into blocks, numbers their
 * paths by means of the packages {@code cfg} and {@code numbering}, and inserts the probes that the
 * profiler's scheme plans. {@link InstrumentedClass} is the result. In {@code core}, only this
 * package and its subpackages use ASM.
 *
 * <p>The classes that are instrumented aren't loaded here, and no member is added to them.
 */
package org.kpathjvm.core.instrument;
