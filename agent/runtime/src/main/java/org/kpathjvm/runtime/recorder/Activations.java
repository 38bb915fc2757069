package org.kpathjvm.runtime.recorder;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;
import static org.kpathjvm.runtime.layout.StreamFormat.SEQUENCE_BITS;

import jdk.internal.misc.Unsafe;

/** The numbers of activations. */
final class Activations {
  private Activations() {}

  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long BASE = Setup.base;
  private static final long FIRST = Setup.firstActivation;

  /** Numbers that a slot reserves at once. */
  private static final int BATCH = 1 << 16;

  private static final long NUMBER_MASK = (1L << (64 - SEQUENCE_BITS)) - 1;

  /** The next one for a slot's owner. */
  static long next(long slot) {
    long next = U.getLong(slot + SLOT_NEXT_ACTIVATION_OFFSET);
    if (next == U.getLong(slot + SLOT_ACTIVATION_LIMIT_OFFSET)) {
      next = U.getAndAddLong(null, BASE + HEADER_NEXT_ACTIVATION_OFFSET, BATCH) & NUMBER_MASK;
      U.putLong(slot + SLOT_ACTIVATION_LIMIT_OFFSET, next + BATCH);
      // 0 stands for "no activation yet".
      next = Math.max(next, 1);
    }
    U.putLong(slot + SLOT_NEXT_ACTIVATION_OFFSET, next + 1);
    return next;
  }

  /** Whether an activation, which isn't 0, has its number from an earlier recording. */
  static boolean isFormer(long activation) {
    return activation >>> SEQUENCE_BITS < FIRST;
  }
}
