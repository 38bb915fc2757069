package org.kpathjvm.core.instrument.probes;

import java.util.Map;

/**
 * The ids of a method: of its paths, of its counters, and of what else it counts, in that order.
 */
public final class PlannedIds {
  /** The id of path 0; without paths, that of the first counter. */
  public final int first;

  /** Number of paths, recorded or not; 0 if the method's code wasn't looked at. */
  public final int pathCount;

  /**
   * Ids that paths have, from {@link #first} on: not all of them if numbers are not dense, and none
   * if paths aren't recorded.
   */
  public final int pathIds;

  /** Ids by counter, in ascending order of both. */
  public final Map<Counter, Integer> counters;

  private final int more;

  PlannedIds(int first, int pathCount, int pathIds, Map<Counter, Integer> counters, int more) {
    this.first = first;
    this.pathCount = pathCount;
    this.pathIds = pathIds;
    this.counters = counters;
    this.more = more;
  }

  /** Returns the first id behind those of the counters. */
  public int firstOfMore() {
    return first + pathIds + counters.size();
  }

  /** Returns how many ids there are, from {@link #first} on. */
  public int count() {
    return pathIds + counters.size() + more;
  }
}
