package org.kpathjvm.runtime.iterations;

import org.kpathjvm.runtime.blpp.BlppProbes;

/**
 * The probes of k-iteration profiling. Most are those of Ball-Larus paths. The others are for back
 * edges of loops in which a path can have several iterations.
 */
public final class IterationProbes extends BlppProbes {
  private IterationProbes() {}

  /**
   * Records that a back edge is taken. If the oldest path under way has all its iterations, it is
   * complete and is counted. Otherwise the back edge is counted. The profile compares this count
   * with the number of such back edges in the counted paths. The rest of the count belongs to paths
   * that were cut off by an exception or the end of the JVM.
   *
   * @param id the id of the oldest path, if the path is complete
   * @param missing the oldest path's iterations minus the number that it can have; 0 if it has all,
   *     else negative
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
