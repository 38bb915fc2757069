package org.kpathjvm.core.instrument.probes;

import java.util.Map;

/**
 * The ids of a method: first those of its paths, then those of its counters, then those of anything
 * else that it counts.
 */
public final class PlannedIds {
  /** The id of path 0; the id of the first counter if paths aren't recorded. */
  public final int first;

  /** The number of paths, recorded or not; 0 if the method's code wasn't looked at. */
  public final int pathCount;

  /**
   * The number of ids that are reserved for paths, from {@link #first} on. Some of them stand for
   * no path if the paths' numbers aren't dense. It is 0 if paths aren't recorded.
   */
  public final int pathIds;

  /** The ids by counter; both ascend. */
  public final Map<Counter, Integer> counters;

  private final int more;

  PlannedIds(int first, int pathCount, int pathIds, Map<Counter, Integer> counters, int more) {
    this.first = first;
    this.pathCount = pathCount;
    this.pathIds = pathIds;
    this.counters = counters;
    this.more = more;
  }

  /** Returns the first id after those of the counters. */
  public int firstOfMore() {
    return first + pathIds + counters.size();
  }

  /** Returns how many ids there are, from {@link #first} on. */
  public int count() {
    return pathIds + counters.size() + more;
  }
}
