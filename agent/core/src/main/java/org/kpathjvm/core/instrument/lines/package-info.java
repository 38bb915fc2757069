/**
 * Lines of metadata as text.
 *
 * <p>{@link MarkedLines} notes what in the lines differs from one JVM to the next, so that a class
 * that is kept can be used again with other ids. The package doesn't know what the lines say.
 */
package org.kpathjvm.core.instrument.lines;
