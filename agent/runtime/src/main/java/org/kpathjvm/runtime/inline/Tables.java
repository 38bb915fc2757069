package org.kpathjvm.runtime.inline;

import java.util.List;

/**
 * The tables in which a profiler counts, beside the counters that all profilers have. Each thread
 * has its own tables. Not thread-safe.
 */
public interface Tables {
  /** Returns empty tables of the same kind. */
  Tables fresh();

  /** Adds this thread's figures to those of all threads. The tables may be in use. */
  void addTo(Totals totals);

  /**
   * Returns what the tables of all threads hold, when the recording has ended.
   *
   * @throws OutOfMemoryError when there is no memory for it
   */
  Rows rows(List<Tables> ofAllThreads);
}
