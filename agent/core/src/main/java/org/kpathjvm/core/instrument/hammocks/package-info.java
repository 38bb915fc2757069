/**
 * Branches around a few instructions, and increments of the path register that need no branch.
 *
 * <p>{@link Hammock} finds the branches that HotSpot's C2 compiles to conditional moves. {@link
 * HammockIncrements} adds increments to such branches in a way that keeps the conditional moves.
 * The increments are computed from the sign of a comparison ({@link SignMask}) or from the values
 * of a counter (decision 27).
 *
 * <p>The papers on path profiling don't describe this technique. Package {@code numbering} decides
 * which edges have increments.
 */
package org.kpathjvm.core.instrument.hammocks;
