package org.kpathjvm.runtime.recorder;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;
import static org.kpathjvm.runtime.layout.StreamFormat.SEQUENCE_BITS;

import jdk.internal.misc.Unsafe;
import org.kpathjvm.runtime.threads.SpinLock;
import org.kpathjvm.runtime.threads.StackReserve;

/** Hands out the numbers of activations. */
final class Activations {
  private Activations() {}

  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long BASE = Setup.base;

  /** How many activation numbers are reserved for a slot at a time. */
  private static final int BATCH = 1 << 16;

  private static final long NUMBER_MASK = (1L << (64 - SEQUENCE_BITS)) - 1;

  static long next(long slot) {
    long next = U.getLong(slot + SLOT_NEXT_ACTIVATION_OFFSET);
    if (next == U.getLong(slot + SLOT_ACTIVATION_LIMIT_OFFSET)) {
      next = takeFor(slot);
    }
    U.putLong(slot + SLOT_NEXT_ACTIVATION_OFFSET, next + 1);
    return next;
  }

  private static long takeFor(long slot) {
    StackReserve.use(StackReserve.MANY_FRAMES);
    try {
      SpinLock.lock();
      Lease lease = Leases.of(slot);
      long next = Parts.takeActivations(lease, BATCH);
      U.putLong(slot + SLOT_ACTIVATION_LIMIT_OFFSET, next + Parts.mostActivations(lease, BATCH));
      // 0 isn't used: it is the value of an activation without a number.
      return Math.max(next, 1);
    } finally {
      SpinLock.unlock();
    }
  }

  /** Takes {@code count} numbers, and returns the first. */
  static long take(int count) {
    return U.getAndAddLong(null, BASE + HEADER_NEXT_ACTIVATION_OFFSET, count) & NUMBER_MASK;
  }

  /**
   * Returns whether an activation's number is too old for the stream. It is too old if it was
   * handed out by an earlier recording of the same JVM, or before the latest cut at which live
   * activations began anew.
   *
   * @param activation not 0
   */
  static boolean isFormer(long slot, long activation) {
    return activation >>> SEQUENCE_BITS < Leases.of(slot).firstActivation;
  }
}
