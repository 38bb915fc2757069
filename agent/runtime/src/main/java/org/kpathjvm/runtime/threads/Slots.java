package org.kpathjvm.runtime.threads;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import jdk.internal.misc.Unsafe;

/**
 * The slots of threads, by their addresses: found by thread id, from the thread's home slot on. An
 * owner is a Thread.tid; negated while that thread isn't recorded.
 */
public final class Slots {
  private Slots() {}

  private static final Unsafe U = Unsafe.getUnsafe();
  public static final int COUNT = ThreadSetup.slotCount;
  public static final long BASE = ThreadSetup.slots != 0 ? ThreadSetup.slots : ownMemory();
  private static final long MASK = COUNT - 1L;
  private static final long TID_MASK = (1L << PART_SHIFT) - 1;

  /** How far from its home a thread's slot may lie when two live threads share one home. */
  private static final int WINDOW = Math.min(256, COUNT);

  /** Instead of a slot's address: there is none for this thread. */
  public static final long NO_SLOT = 0;

  /** Instead of a slot's address: none is wanted, the agent itself is at work on this thread. */
  public static final long SUSPENDED = 1;

  private static long ownMemory() {
    long bytes = (long) ThreadSetup.slotCount * SLOT_BYTES;
    long address = U.allocateMemory(bytes);
    U.setMemory(address, bytes, (byte) 0);
    return address;
  }

  /** A thread's slot, {@link #NO_SLOT} or {@link #SUSPENDED}. */
  public static long find(long tid) {
    long slot = owned(tid);
    return slot == NO_SLOT && owned(-tid) != NO_SLOT ? SUSPENDED : slot;
  }

  /**
   * The slot whose owner field is {@code owner}, in whichever part of the recording, or {@link
   * #NO_SLOT}.
   */
  private static long owned(long owner) {
    long home = Math.abs(owner);
    for (int distance = 0; distance < WINDOW; distance++) {
      long slot = at(home + distance);
      long found = U.getLong(slot + SLOT_OWNER_OFFSET);
      if ((found < 0 ? found : found & TID_MASK) == owner) {
        return slot;
      }
    }
    return NO_SLOT;
  }

  /** A slot that a thread can have, or {@link #NO_SLOT}; under the lock. */
  static long free(long tid) {
    for (int distance = 0; distance < WINDOW; distance++) {
      long slot = at(tid + distance);
      if (U.getLong(slot + SLOT_OWNER_OFFSET) == 0) {
        return slot;
      }
    }
    return NO_SLOT;
  }

  /**
   * Makes a slot a thread's, with all that was written to it before; 0: nobody's.
   *
   * @param owner the thread's id and the number of a part, as the slot has them
   */
  public static void give(long slot, long owner) {
    U.putLongRelease(null, slot + SLOT_OWNER_OFFSET, owner);
  }

  /** Stops recording the current thread, whose slot it is. */
  public static void suspend(long slot) {
    if (slot > SUSPENDED) {
      U.putLong(slot + SLOT_OWNER_OFFSET, -SpinLock.threadId());
      ThreadField.set(0);
    }
  }

  /**
   * The current thread is recorded again.
   *
   * @return its slot, {@link #NO_SLOT} if it wasn't suspended
   */
  public static long resume() {
    long slot = owned(-SpinLock.threadId());
    if (slot != NO_SLOT) {
      U.putLong(slot + SLOT_OWNER_OFFSET, SpinLock.threadId());
    }
    return slot;
  }

  /** The number of a slot, from 0 on. */
  public static int index(long slot) {
    return (int) ((slot - BASE) >>> SLOT_SHIFT);
  }

  private static long at(long index) {
    return BASE + (index & MASK) * SLOT_BYTES;
  }
}
