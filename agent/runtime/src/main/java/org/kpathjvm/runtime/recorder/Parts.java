package org.kpathjvm.runtime.recorder;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import jdk.internal.misc.Unsafe;

/**
 * The parts into which cuts divide the recording. A thread enters a part when it is about to record
 * something and {@link Probes#window} has another number than the thread's lease. A thread does one
 * thing after the other, so nothing that it records from then on can go to the earlier part. On
 * entering the new part, it closes its chunk and counters of the earlier one. Whoever finds them
 * closed knows that they are final.
 *
 * <p>The lock guards the parts. Threads read the window while they hold the lock, so they see the
 * parts in ascending order.
 */
final class Parts {
  private Parts() {}

  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long PART_MASK = -1L << PART_SHIFT;

  /** More than the number of threads that can be within a probe at once. */
  private static final int RESERVED = 1 << 16;

  /** The latest part that any thread has entered and in which live activations begin anew. */
  private static int latestAnew;

  /**
   * Activations of {@link #latestAnew}, and of the later parts that go on with them, have this
   * number or a higher one.
   */
  private static long firstActivation = Setup.firstActivation;

  /**
   * The next of the numbers below {@link #firstActivation} that were set aside for threads which
   * haven't entered {@link #latestAnew} yet.
   */
  private static long reserved = firstActivation;

  /**
   * Returns the bits that slots have above the thread's id, and tables' addresses above the
   * address.
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
   * Makes a lease enter the part that is recorded now, unless it is there already or nothing is
   * recorded. The caller holds the lock.
   */
  static void enter(Lease lease) {
    enter(lease, Probes.window());
  }

  /** Does what {@link #enter(Lease)} does for a given window of the probes. */
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
   * Takes numbers of activations for a lease and returns the first of them. It takes {@code count}
   * numbers, or only one; {@link #mostActivations} says how many. The caller holds the lock.
   */
  static long takeActivations(Lease lease, int count) {
    // A lease that hasn't entered the latest part in which activations begin anew must not get one
    // of that part's numbers.
    return lease.anew == latestAnew ? Activations.take(count) : reserved++;
  }

  /** Returns how many numbers {@link #takeActivations} takes. */
  static int mostActivations(Lease lease, int count) {
    return lease.anew == latestAnew ? count : 1;
  }

  /**
   * Returns the lowest number that activations of {@link #latestAnew} can have; before that, the
   * lowest of this recording.
   */
  static long firstActivation() {
    return firstActivation;
  }
}
