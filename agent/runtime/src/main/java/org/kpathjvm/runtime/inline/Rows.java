package org.kpathjvm.runtime.inline;

/** The rows of a profiler's file, returned in pieces. A row has two or four longs. */
public interface Rows {
  /** Returns the next rows; null if there are no more. A row whose first long is 0 is unused. */
  long[] next();

  /** Adds the figures that {@link Tables#addTo} doesn't add for each thread. */
  void addTo(Totals totals);
}
