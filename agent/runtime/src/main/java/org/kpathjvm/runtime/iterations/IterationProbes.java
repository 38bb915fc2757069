package org.kpathjvm.runtime.iterations;

import org.kpathjvm.runtime.blpp.BlppProbes;

/**
 * The probes of k-iteration profiling: those of Ball and Larus's paths, by arrays or by hash, and
 * at the back edges of loops of which paths may have several iterations.
 */
public final class IterationProbes extends BlppProbes {
  private IterationProbes() {}

  /**
   * A back edge is taken: the oldest path is complete if no iteration is missing to it. Else the
   * back edge is counted, so that it is known how many were taken that no path will have.
   *
   * @param missing its iterations less those that it may have; 0 or less
   * @param counter id of the method's counter of back edges at which an iteration is missing
   */
  public static void window(int id, int missing, int counter) {
    if (missing == 0) {
      path(id);
    } else {
      count(counter);
    }
  }

  /** The same in a method with too many paths for an array. */
  public static void hashedWindow(int id, int missing, int counter) {
    if (missing == 0) {
      hashed(id);
    } else {
      count(counter);
    }
  }
}
