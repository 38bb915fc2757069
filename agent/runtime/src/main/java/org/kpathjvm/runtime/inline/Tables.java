package org.kpathjvm.runtime.inline;

import java.util.List;

/**
 * The tables that a profiler has in addition to the counters of all profilers. Each thread has its
 * own tables, except that all carriers share a set. Some profilers have tables that all threads
 * share. Not thread-safe.
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
   * Returns the content of the given tables of all threads. Called after the recording has ended.
   *
   * @throws OutOfMemoryError if there is no memory for the rows
   */
  Rows rows(List<Tables> ofAllThreads);
}
