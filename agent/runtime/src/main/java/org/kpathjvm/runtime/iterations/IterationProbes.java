package org.kpathjvm.runtime.iterations;

import org.kpathjvm.runtime.blpp.BlppProbes;

/**
 * The probes of k-iteration profiling. They are the probes of Ball-Larus paths, with arrays or a
 * hash table, and further ones at the back edges of loops in which a path may have several
 * iterations.
 */
public final class IterationProbes extends BlppProbes {
  private IterationProbes() {}

  /**
   * Records that a back edge is taken. If no iteration is missing, the oldest path under way is
   * complete. Otherwise the back edge itself is counted, so that it is known how many back edges
   * will be in no path.
   *
   * @param missing the number of iterations that the path has, minus the number that it may have: 0
   *     if none is missing, else negative
   * @param counter id of the method's counter of back edges at which an iteration is missing
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
