package org.kpathjvm.runtime.threads;

import jdk.internal.misc.Unsafe;

/**
 * The lock that guards the data that the target's threads share. A waiting thread never parks,
 * because it may hold locks of the program, or be a virtual thread.
 */
public final class SpinLock {
  private SpinLock() {}

  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long TID = U.objectFieldOffset(Thread.class, "tid");
  private static final long LOCK = U.allocateMemory(8);

  static {
    U.putLong(LOCK, 0);
  }

  /** Returns the id of the platform thread that executes the caller. */
  public static long threadId() {
    return U.getLong(Carrier.current(), TID);
  }

  /**
   * Takes the lock. Call this method first in a {@code try} whose {@code finally} calls {@link
   * #unlock}. Then the lock is given back, wherever Thread.stop() throws. If Thread.stop() throws
   * before the lock is taken, {@link #unlock} does nothing, because the thread's id isn't in the
   * lock.
   */
  public static void lock() {
    long tid = threadId();
    int spins = 0;
    while (!U.compareAndSetLong(null, LOCK, 0, tid)) {
      if (++spins < 64) {
        Thread.onSpinWait();
      } else {
        giveWay();
      }
    }
  }

  public static void unlock() {
    if (isHeld()) {
      U.putLongRelease(null, LOCK, 0);
    }
  }

  /** Returns whether the current thread has the lock. */
  public static boolean isHeld() {
    return U.getLong(LOCK) == threadId();
  }

  /** Yields the CPU without unmounting a virtual thread. */
  public static void giveWay() {
    try {
      ThreadSetup.yield.invokeExact();
    } catch (RuntimeException | Error ofThreadStop) {
      // Thread.stop() has thrown this into the thread. The program gets it, too.
      throw ofThreadStop;
    } catch (Throwable cannotHappen) {
      throw new InternalError(cannotHappen);
    }
  }
}
