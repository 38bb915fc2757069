package org.kpathjvm.runtime.inline;

/** The rows of a profiler's file, returned in pieces. A row has two or four longs. */
public interface Rows {
  /** Returns the next rows; null if there are no more. A row whose first long is 0 is unused. */
  long[] next();

  /** Adds the figures of the rows. {@link Tables#addTo} adds those of a thread's tables. */
  void addTo(Totals totals);
}
