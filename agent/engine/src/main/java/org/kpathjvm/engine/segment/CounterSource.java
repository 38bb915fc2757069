package org.kpathjvm.engine.segment;

import java.nio.ByteBuffer;
import java.util.Set;

/** Counters by who owns them: a lease, or one of {@link ProfileSet}'s constants. */
public interface CounterSource {
  /** All that own any. */
  Set<Integer> owners();

  /** The sums over all owners: a direct buffer in native order, a long per id, index 0 unused. */
  ByteBuffer sum();

  /** The same of one owner. */
  ByteBuffer sum(int owner);
}
