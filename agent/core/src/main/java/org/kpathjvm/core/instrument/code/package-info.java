/**
 * The code of one method before any probe is in it.
 *
 * <p>{@link OriginalCode} has the instructions with their offsets. {@link CodeBlocks} divides them
 * into basic blocks and builds the flow graph, with ordinary and exception edges. Other classes
 * know source lines, the targets of switches, operands as text, and how large an increment on an
 * edge would be. Subroutines of old class files are inlined here.
 *
 * <p>The package doesn't change a method, except where {@link Transfers} redirects branches, and it
 * doesn't number paths.
 */
package org.kpathjvm.core.instrument.code;
