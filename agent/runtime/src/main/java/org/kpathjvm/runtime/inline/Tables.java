package org.kpathjvm.runtime.inline;

import java.util.List;

/**
 * What a profiler counts in beside the counters that all have: one for each thread. Not
 * thread-safe.
 */
public interface Tables {
  /** Empty ones of the same kind. */
  Tables fresh();

  /** Adds this thread's figures to those of all; the tables may be in use. */
  void addTo(Totals totals);

  /**
   * What the tables of all threads hold, when the recording has ended.
   *
   * @throws OutOfMemoryError when there is no memory for it
   */
  Rows rows(List<Tables> ofAllThreads);
}
