package org.kpathjvm.engine.segment;

import java.nio.ByteBuffer;
import java.util.Set;

/** Counters by owner: a lease, or one of {@link ProfileSet}'s constants. */
public interface CounterSource {
  /** Returns all owners that have counters. */
  Set<Integer> owners();

  /**
   * Returns the sums over all owners: a direct buffer in native order, a long for each id, index 0
   * unused.
   */
  ByteBuffer sum();

  /** Returns the counters of one owner, as {@link #sum()} returns those of all. */
  ByteBuffer sum(int owner);
}
