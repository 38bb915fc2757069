/**
 * The code of one method before any probe is in it.
 *
 * <p>{@link OriginalCode} has the instructions with their offsets. {@link CodeBlocks} divides them
 * into basic blocks and builds the flow graph, with ordinary and exception edges. Other classes
 * find source lines, the targets of switches, operands as text, and the number of bytes that an
 * increment on an edge takes. Subroutines of old class files are inlined here.
 *
 * <p>The package doesn't number paths. It doesn't change a method either, except that {@link
 * Transfers} redirects branches and switches.
 */
package org.kpathjvm.core.instrument.code;
