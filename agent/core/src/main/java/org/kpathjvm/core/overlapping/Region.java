package org.kpathjvm.core.overlapping;

/** The part of a method that extensions may run through. */
interface Region {
  /** Whether an extension goes on over the edge; the edges inside hold no cycle. */
  boolean isInside(int from, int to);

  /** Whether an extension counts the block as a predicate. */
  boolean isPredicate(int block);
}
