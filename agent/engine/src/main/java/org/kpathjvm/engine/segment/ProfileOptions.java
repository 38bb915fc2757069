package org.kpathjvm.engine.segment;

import static org.kpathjvm.runtime.layout.Bounds.LARGEST_K;

/**
 * What the engine builds of the streams.
 *
 * @param k longest n-gram, 1 or more; 1 is Ball-Larus profiling with a hash; 0 is {@link #NOTHING}
 * @param moveToFront see {@link org.kpathjvm.engine.ksf.ForestOptions}
 * @param childIndex likewise
 * @param alsoBlpp for k of 2 or more, also run BLPP over the same streams
 */
public record ProfileOptions(int k, boolean moveToFront, boolean childIndex, boolean alsoBlpp) {
  /** Streams are read to their ends and checked, and nothing is counted or kept of them. */
  public static final ProfileOptions NOTHING = new ProfileOptions(0, false, false, false);

  public ProfileOptions {
    if (k < 0 || k > LARGEST_K) {
      throw new IllegalArgumentException("k must be 0.." + LARGEST_K + ": " + k);
    }
    if (k == 0 && alsoBlpp) {
      throw new IllegalArgumentException("with k = 0 nothing is counted, not by BLPP either");
    }
  }

  /** Whether there will be a profile. */
  public boolean counts() {
    return k > 0;
  }
}
