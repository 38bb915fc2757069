package org.kpathjvm.runtime.inline;

/** The rows of a profiler's file, which are pairs of longs. They are returned in pieces. */
public interface Rows {
  /** Returns the next pairs; null if there are no more. A pair whose first long is 0 is unused. */
  long[] next();

  /** Adds the figures that can only be computed from the tables of all threads together. */
  void addTo(Totals totals);
}
