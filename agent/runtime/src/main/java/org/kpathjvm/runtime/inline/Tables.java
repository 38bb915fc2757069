package org.kpathjvm.runtime.inline;

import java.util.List;

/**
 * The tables in which a profiler counts, other than the counters that all profilers have. Each
 * thread has its own, but all carriers share theirs. Not thread-safe.
 */
public interface Tables {
  /** Returns empty tables of the same kind, or these tables if all threads share them. */
  Tables fresh();

  /**
   * Adds this thread's figures to the sums over all threads. The thread may go on counting
   * meanwhile.
   */
  void addTo(Totals totals);

  /**
   * Returns the content of all threads' tables. Called after the recording has ended.
   *
   * @throws OutOfMemoryError if there is no memory for the rows
   */
  Rows rows(List<Tables> ofAllThreads);
}
