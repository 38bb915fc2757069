package org.kpathjvm.runtime.threads;

import jdk.internal.misc.Unsafe;

/**
 * The lock that guards what the target's threads share. A thread that waits for it never parks,
 * because a probe may hold the application's locks and may run in a virtual thread.
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
   * Takes the lock. The call has to be the first one in the {@code try} whose {@code finally}
   * unlocks. The lock names its holder, so it is given back even if Thread.stop() strikes between
   * the two.
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

  /** Gives the CPU away without unmounting a virtual thread. */
  public static void giveWay() {
    try {
      ThreadSetup.yield.invokeExact();
    } catch (RuntimeException | Error ofThreadStop) {
      // Whatever a thread is stopped with, the application gets exactly that.
      throw ofThreadStop;
    } catch (Throwable cannotHappen) {
      throw new InternalError(cannotHappen);
    }
  }
}
