package org.kpathjvm.core.overlapping;

/** The part of a method that extensions may run through. */
interface Region {
  /**
   * Returns whether an extension continues over the edge. The edges inside the region must not
   * contain a cycle.
   */
  boolean isInside(int from, int to);

  /** Returns whether an extension counts the block as a predicate. */
  boolean isPredicate(int block);
}
