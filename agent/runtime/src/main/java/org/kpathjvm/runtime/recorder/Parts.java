package org.kpathjvm.runtime.recorder;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import jdk.internal.misc.Unsafe;

/**
 * The parts into which cuts divide the recording. Before a thread records something, it compares
 * the part in {@link Probes#window} with its lease's part. If they differ, the thread enters the
 * new part. It closes its chunk and counters of the earlier part, and never changes these again.
 *
 * <p>The spin lock guards the parts. A thread that enters a part reads the window while it holds
 * the lock, so threads enter parts in ascending order.
 */
final class Parts {
  private Parts() {}

  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long PART_MASK = -1L << PART_SHIFT;

  /** More than the number of threads that can be in a probe at the same time. */
  private static final int RESERVED = 1 << 16;

  /** The latest part that a thread has entered and at whose start live activations began anew. */
  private static int latestAnew;

  /** The lowest activation number in part {@link #latestAnew} and in later parts. */
  private static long firstActivation = Setup.firstActivation;

  /**
   * The next activation number, below {@link #firstActivation}, for threads that haven't entered
   * part {@link #latestAnew} yet.
   */
  private static long reserved = firstActivation;

  /**
   * Returns the part in {@code window}, in the bits that a part has in a slot's owner field and in
   * the address of a thread's table.
   */
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
   * Makes a lease enter the part that is recorded now, if there is one. The caller holds the lock.
   */
  static void enter(Lease lease) {
    enter(lease, Probes.window());
  }

  /** Does what {@link #enter(Lease)} does, for a given value of {@link Probes#window}. */
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

  /**
   * Takes {@link #mostActivations} activation numbers for a lease, and returns the first. The
   * caller holds the lock.
   */
  static long takeActivations(Lease lease, int count) {
    // A lease that hasn't entered part latestAnew must not get a number of that part.
    return lease.anew == latestAnew ? Activations.take(count) : reserved++;
  }

  /**
   * Returns the number of activation numbers that {@link #takeActivations} takes: {@code count} or
   * 1.
   */
  static int mostActivations(Lease lease, int count) {
    return lease.anew == latestAnew ? count : 1;
  }

  static long firstActivation() {
    return firstActivation;
  }
}
