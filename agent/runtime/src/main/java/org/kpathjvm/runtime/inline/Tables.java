package org.kpathjvm.runtime.inline;

import java.util.List;

/**
 * The tables that a profiler has in addition to the counters that every profiler has. Each thread
 * has its own tables, but all carriers share one set, and in some profilers all threads do. Not
 * thread-safe.
 */
public interface Tables {
  /** Returns empty tables of the same kind, or these tables if all threads share them. */
  Tables fresh();

  /**
   * Adds the figures of these tables to the sums over all threads. A thread may go on counting in
   * the tables meanwhile.
   */
  void addTo(Totals totals);

  /**
   * Returns the content of all threads' tables. Called after the recording has ended.
   *
   * @throws OutOfMemoryError if there is no memory for the rows
   */
  Rows rows(List<Tables> ofAllThreads);
}
