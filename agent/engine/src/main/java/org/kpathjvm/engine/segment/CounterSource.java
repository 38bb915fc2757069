package org.kpathjvm.engine.segment;

import java.nio.ByteBuffer;
import java.util.Set;

/** Counters by owner. An owner is a lease, or one of {@link ProfileSet}'s constants. */
public interface CounterSource {
  /** Returns all owners that have counters. */
  Set<Integer> owners();

  /**
   * Returns the sums over all owners in a direct buffer in native byte order. The buffer has a long
   * for each id; index 0 is unused.
   */
  ByteBuffer sum();

  /** Returns the counters of one owner, in the same form as {@link #sum()}. */
  ByteBuffer sum(int owner);
}
