package org.kpathjvm.runtime.recorder;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import jdk.internal.misc.Unsafe;

/**
 * The parts of the recording, which cuts divide. A thread enters a part when it is about to record
 * something and {@link Probes#window} has another number than its lease; as it does one thing after
 * the other, nothing of it can go to the former part from then on. So it closes what it had there,
 * and whoever finds that closed knows that it is final.
 *
 * <p>All of this is guarded by the lock. As the window is looked up under the lock, threads see
 * parts there in ascending order.
 */
final class Parts {
  private Parts() {}

  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long PART_MASK = -1L << PART_SHIFT;

  /** More than threads that can be within a probe at once. */
  private static final int RESERVED = 1 << 16;

  /** The latest part in which live activations begin anew that any thread has entered. */
  private static int latestAnew;

  /** Activations of it, and of later parts that go on, have this number or a higher one. */
  private static long firstActivation = Setup.firstActivation;

  /** The next of the numbers below that one that are left for threads which are still before it. */
  private static long reserved = firstActivation;

  /** What slots and tables' addresses have above the thread's id or the address. */
  static long tag(long window) {
    return window & PART_MASK;
  }

  static int part(long window) {
    return (int) (window >>> PART_SHIFT);
  }

  private static int anew(long window) {
    return (int) window - 1;
  }

  /**
   * Has a lease enter the part that is recorded now, if any is, and it isn't there; under the lock.
   */
  static void enter(Lease lease) {
    enter(lease, Probes.window());
  }

  /** Enters the part as the other method does, for a given window of the probes. */
  static void enter(Lease lease, long window) {
    if (window == 0 || part(window) <= lease.part) {
      return;
    }
    int anew = anew(window);
    if (anew > latestAnew) {
      latestAnew = anew;
      reserved = Activations.take(RESERVED);
      firstActivation = reserved + RESERVED;
    }
    lease.enter(part(window), anew, firstActivation);
  }

  /** So many numbers of activations for a lease, or at least one; under the lock. */
  static long takeActivations(Lease lease, int count) {
    // Whoever is still before a part in which activations begin anew must not get a number of it.
    return lease.anew == latestAnew ? Activations.take(count) : reserved++;
  }

  /** How many {@link #takeActivations} gives. */
  static int mostActivations(Lease lease, int count) {
    return lease.anew == latestAnew ? count : 1;
  }

  /** The first number of activations at the recording's begin. */
  static long firstActivation() {
    return firstActivation;
  }
}
