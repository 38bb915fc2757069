package org.kpathjvm.runtime.inline;

/** The rows of a profiler's file: pairs of longs, in pieces. */
public interface Rows {
  /**
   * Returns the next pairs; null when there are no more. A pair whose first long is 0 marks an
   * empty place.
   */
  long[] next();

  /** Adds those figures that only all threads' tables together tell. */
  void addTo(Totals totals);
}
