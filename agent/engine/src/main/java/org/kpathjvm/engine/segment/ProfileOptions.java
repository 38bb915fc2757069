package org.kpathjvm.engine.segment;

/**
 * What the engine builds of the streams.
 *
 * @param k longest n-gram, 1 or more; 1 is Ball-Larus profiling with a hash
 * @param moveToFront see {@link org.kpathjvm.engine.ksf.ForestOptions}
 * @param childIndex likewise
 * @param alsoBlpp for k of 2 or more, also run BLPP over the same streams
 */
public record ProfileOptions(int k, boolean moveToFront, boolean childIndex, boolean alsoBlpp) {
  /** More would make counts of n-grams nobody can read and depths that no table expects. */
  public static final int LARGEST_K = 1 << 16;

  public ProfileOptions {
    if (k < 1 || k > LARGEST_K) {
      throw new IllegalArgumentException("k must be 1.." + LARGEST_K + ": " + k);
    }
  }
}
