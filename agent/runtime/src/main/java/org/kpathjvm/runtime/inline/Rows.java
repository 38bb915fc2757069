package org.kpathjvm.runtime.inline;

/** The rows of a profiler's file: pairs of longs, in pieces. */
public interface Rows {
  /**
   * Returns the next pairs; null when there are no more. A pair whose first long is 0 marks an
   * empty place.
   */
  long[] next();

  /** Adds the figures that are known only from all threads' tables together. */
  void addTo(Totals totals);
}
