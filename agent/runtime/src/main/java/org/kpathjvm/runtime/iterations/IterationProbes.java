package org.kpathjvm.runtime.iterations;

import org.kpathjvm.runtime.blpp.BlppProbes;

/**
 * The probes of k-iteration profiling. Besides the inherited probes of Ball-Larus path profiling,
 * there are probes for back edges of loops in which a path can have several iterations.
 */
public final class IterationProbes extends BlppProbes {
  private IterationProbes() {}

  /**
   * Records that a back edge is taken. If the oldest path under way has all its iterations, the
   * path is complete and is counted. If not, no path is complete, and the back edge is counted
   * instead. The profile compares the count of such back edges with their number in the counted
   * paths. The difference belongs to paths that were cut off by an exception or by the end of the
   * JVM.
   *
   * @param id the id of the oldest path, if the path is complete
   * @param missing the number of the oldest path's iterations minus the largest number that the
   *     path can have: 0 if the path is complete, else negative
   * @param counter the id of the method's counter of back edges at which no path is complete
   */
  public static void window(int id, int missing, int counter) {
    if (missing == 0) {
      path(id);
    } else {
      count(counter);
    }
  }

  /** Does what {@link #window} does, in a method with too many paths for an array. */
  public static void hashedWindow(int id, int missing, int counter) {
    if (missing == 0) {
      hashed(id);
    } else {
      count(counter);
    }
  }
}
