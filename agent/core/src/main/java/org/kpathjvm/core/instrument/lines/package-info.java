/**
 * Lines of metadata as text.
 *
 * <p>{@link MarkedLines} marks the parts of a line that differ between JVMs, so that a stored class
 * can be used again with other ids.
 */
package org.kpathjvm.core.instrument.lines;
