package org.kpathjvm.runtime.threads;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import jdk.internal.misc.Unsafe;

/**
 * The slots of threads, by their addresses. A slot is found by thread id: the search begins at the
 * thread's home slot. A slot's owner is a Thread.tid, which is negated while that thread isn't
 * recorded.
 */
public final class Slots {
  private Slots() {}

  private static final Unsafe U = Unsafe.getUnsafe();
  public static final int COUNT = ThreadSetup.slotCount;
  public static final long BASE = ThreadSetup.slots != 0 ? ThreadSetup.slots : ownMemory();
  private static final long MASK = COUNT - 1L;
  private static final long TID_MASK = (1L << PART_SHIFT) - 1;

  /**
   * The id of a thread that the JVM is just making: when native code attaches a thread, the JVM
   * runs the constructor of its Thread in that thread itself, which has no id yet. Such a thread
   * has no slot.
   */
  static final long NO_ID = 0;

  /** An owner that is no thread's id. */
  private static final long NOBODY = TID_MASK;

  static {
    // A slot without an owner says 0, which is NO_ID. The probes look only into a thread's home
    // slot, so the home slot of NO_ID must never be without an owner.
    U.putLong(at(NO_ID) + SLOT_OWNER_OFFSET, NOBODY);
  }

  /** How far from its home a thread's slot may lie, when live threads have the same home. */
  private static final int WINDOW = Math.min(256, COUNT);

  /** Stands for a slot's address when there is no slot for this thread. */
  public static final long NO_SLOT = 0;

  /**
   * Stands for a slot's address when nothing is to be recorded, for instance because the agent
   * itself is at work on this thread.
   */
  public static final long SUSPENDED = 1;

  private static long ownMemory() {
    long bytes = (long) ThreadSetup.slotCount * SLOT_BYTES;
    long address = U.allocateMemory(bytes);
    U.setMemory(address, bytes, (byte) 0);
    return address;
  }

  /** Returns a thread's slot, {@link #NO_SLOT} or {@link #SUSPENDED}. */
  public static long find(long tid) {
    if (tid == NO_ID) {
      return NO_SLOT;
    }
    long slot = owned(tid);
    return slot == NO_SLOT && owned(-tid) != NO_SLOT ? SUSPENDED : slot;
  }

  /**
   * Returns the slot whose owner field is {@code owner}, in any part of the recording, or {@link
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

  /** Returns a slot that a thread can have, or {@link #NO_SLOT}. The caller holds the lock. */
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
   * Makes a thread the owner of a slot. The thread sees everything that was written to the slot
   * before.
   *
   * @param owner the thread's id and the number of a part, as the slot has them; 0 for nobody
   */
  public static void give(long slot, long owner) {
    U.putLongRelease(null, slot + SLOT_OWNER_OFFSET, owner);
  }

  /**
   * Stops recording the current thread, which owns the slot.
   *
   * @return false if nothing changes, because the thread has no slot or is suspended already
   */
  public static boolean suspend(long slot) {
    boolean isRecorded = slot > SUSPENDED;
    if (isRecorded) {
      U.putLong(slot + SLOT_OWNER_OFFSET, -SpinLock.threadId());
      ThreadField.set(0);
    }
    return isRecorded;
  }

  /**
   * Records the current thread again.
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

  /** Returns the number of a slot, from 0 on. */
  public static int index(long slot) {
    return (int) ((slot - BASE) >>> SLOT_SHIFT);
  }

  private static long at(long index) {
    return BASE + (index & MASK) * SLOT_BYTES;
  }
}
