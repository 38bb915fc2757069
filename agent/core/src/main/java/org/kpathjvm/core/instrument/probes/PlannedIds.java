package org.kpathjvm.core.instrument.probes;

import java.util.Map;

/**
 * The ids of a method: first the ids of its paths, then the ids of its auxiliary counters, then all
 * other ids.
 */
public final class PlannedIds {
  /** The first of all ids. It is the id of path 0 if paths are recorded. */
  public final int first;

  /**
   * The number of the method's paths, whether they are recorded or not; 0 if its code wasn't
   * analysed.
   */
  public final int pathCount;

  /**
   * The number of ids that are reserved for paths, beginning with {@link #first}. If the paths'
   * numbers have gaps, some of these ids stand for no path. The number is 0 unless Ball-Larus paths
   * or k-iteration paths are recorded.
   */
  public final int pathIds;

  /** The ids by counter. The order of the counters is also the order of the ids. */
  public final Map<Counter, Integer> counters;

  private final int more;

  PlannedIds(int first, int pathCount, int pathIds, Map<Counter, Integer> counters, int more) {
    this.first = first;
    this.pathCount = pathCount;
    this.pathIds = pathIds;
    this.counters = counters;
    this.more = more;
  }

  /** Returns the first id after the counters' ids. */
  public int firstOfMore() {
    return first + pathIds + counters.size();
  }

  /** Returns the number of all ids. */
  public int count() {
    return pathIds + counters.size() + more;
  }
}
