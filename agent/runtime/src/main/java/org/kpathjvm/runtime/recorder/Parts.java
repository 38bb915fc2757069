package org.kpathjvm.runtime.recorder;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import jdk.internal.misc.Unsafe;

/**
 * The parts into which cuts divide the recording. Before a thread records something, it compares
 * the part in {@link Probes#window} with the part of the thread's lease. If they differ, the thread
 * enters the new part, and closes its chunk and counters of the earlier part. From then on the
 * thread records only into the new part, so a closed chunk and closed counters are final.
 *
 * <p>The lock guards the parts. Threads read the window while they have the lock, so they enter
 * parts in ascending order.
 */
final class Parts {
  private Parts() {}

  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long PART_MASK = -1L << PART_SHIFT;

  /** A number that is larger than the number of threads that can be in a probe at the same time. */
  private static final int RESERVED = 1 << 16;

  /**
   * At the start of some parts, live activations begin anew. This is the latest of these parts that
   * any thread has entered.
   */
  private static int latestAnew;

  /** The lowest number of an activation in part {@link #latestAnew} and in later parts. */
  private static long firstActivation = Setup.firstActivation;

  /**
   * The next activation number for threads that haven't entered part {@link #latestAnew} yet. The
   * numbers for these threads are below {@link #firstActivation}.
   */
  private static long reserved = firstActivation;

  /**
   * Returns the number of the part in {@code window}, shifted to the bits that it has in a slot's
   * owner field and in the address of a thread's table.
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
   * Makes a lease enter the part that is recorded now. Does nothing if the lease is in that part
   * already, or if nothing is recorded. The caller holds the lock.
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
   * Takes activation numbers for a lease and returns the first number. {@link #mostActivations}
   * returns how many numbers this method takes. The caller holds the lock.
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

  /**
   * Returns the lowest number of an activation in part {@link #latestAnew} and in later parts. If
   * no thread has entered a part at whose start live activations began anew, this is the lowest
   * number of the recording.
   */
  static long firstActivation() {
    return firstActivation;
  }
}
