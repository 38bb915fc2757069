package org.kpathjvm.runtime.inline;

/** The rows of a profiler's file, each of two or four longs. They are returned in pieces. */
public interface Rows {
  /** Returns the next rows; null if there are no more. A row whose first long is 0 is unused. */
  long[] next();

  /** Adds the figures that can only be computed from the tables of all threads together. */
  void addTo(Totals totals);
}
