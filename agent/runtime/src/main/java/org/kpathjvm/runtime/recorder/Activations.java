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

  /** The number of activation numbers that a slot reserves at a time. */
  private static final int BATCH = 1 << 16;

  private static final long NUMBER_MASK = (1L << (64 - SEQUENCE_BITS)) - 1;

  /** Returns the next number for the thread that owns the slot. */
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
      // The number 0 isn't used, because an activation's value 0 means that the activation has no
      // number yet.
      return Math.max(next, 1);
    } finally {
      SpinLock.unlock();
    }
  }

  /** Takes {@code count} numbers, which aren't handed out again. Returns the first one. */
  static long take(int count) {
    return U.getAndAddLong(null, BASE + HEADER_NEXT_ACTIVATION_OFFSET, count) & NUMBER_MASK;
  }

  /**
   * Returns whether the stream must not go on with an activation, because the activation's number
   * is too old. A number is too old if an earlier recording of the same JVM handed it out, or if it
   * was handed out before the latest cut at which live activations began anew.
   *
   * @param activation not 0
   */
  static boolean isFormer(long slot, long activation) {
    return activation >>> SEQUENCE_BITS < Leases.of(slot).firstActivation;
  }
}
