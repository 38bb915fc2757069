package org.kpathjvm.runtime.iterations;

import org.kpathjvm.runtime.blpp.BlppProbes;

/**
 * The probes of k-iteration profiling. Most are inherited from the probes of Ball-Larus paths. The
 * further probes here are for back edges of loops in which a path can have several iterations.
 */
public final class IterationProbes extends BlppProbes {
  private IterationProbes() {}

  /**
   * Records that a back edge is taken. If the oldest path under way has all its iterations, the
   * path is complete and is counted. Otherwise the back edge is counted. When the profile is made,
   * the count of these back edges is compared with the number of such back edges in the counted
   * paths. The difference is the number of back edges that are in no counted path, because an
   * exception or the end of the JVM came before their path was complete.
   *
   * @param id the id of the oldest path, if the path is complete
   * @param missing the number of iterations that the oldest path has, minus the number that it can
   *     have. It is 0 if the path has all its iterations, else negative
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
