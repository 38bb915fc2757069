package org.kpathjvm.runtime.inline;

/** The rows of a profiler's file: pairs of longs, in pieces. */
public interface Rows {
  /** The next pairs, those whose first long is 0 standing for nothing; null: there are no more. */
  long[] next();

  /** Adds figures that only all threads' tables together tell. */
  void addTo(Totals totals);
}
