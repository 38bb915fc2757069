/**
 * Branches around a few instructions, and increments of the path register that need no branch.
 *
 * <p>{@link Hammock} finds the branches of which HotSpot's C2 makes conditional moves. {@link
 * HammockIncrements} adds their increments so that C2 still does that, either by the sign of a
 * comparison ({@link SignMask}) or by a counter (decision 27).
 *
 * <p>The papers don't treat this. The package doesn't decide which increments there are: package
 * {@code numbering} does.
 */
package org.kpathjvm.core.instrument.hammocks;
