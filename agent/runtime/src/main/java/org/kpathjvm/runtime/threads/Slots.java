package org.kpathjvm.runtime.threads;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import jdk.internal.misc.Unsafe;

/**
 * The slots of platform threads. A slot is a few fields that a thread's probes need. In the code, a
 * slot is represented by its address. The slots are a hash table: the search for a thread's slot
 * begins at the thread's home slot, which depends on the thread's id.
 *
 * <p>A slot's owner field has the owner's Thread.tid, with the number of a part in the upper bits.
 * While the owner is suspended, the field has the negated Thread.tid.
 */
public final class Slots {
  private Slots() {}

  private static final Unsafe U = Unsafe.getUnsafe();
  public static final int COUNT = ThreadSetup.slotCount;
  public static final long BASE = ThreadSetup.slots != 0 ? ThreadSetup.slots : ownMemory();
  private static final long MASK = COUNT - 1L;
  private static final long TID_MASK = (1L << PART_SHIFT) - 1;

  /**
   * The id of a thread whose Thread object is still under construction, because native code has
   * just attached the thread to the JVM. Such a thread has no slot.
   */
  static final long NO_ID = 0;

  /** An owner that isn't the id of any thread. */
  private static final long NOBODY = TID_MASK;

  static {
    // A free slot's owner is 0, which is NO_ID, and a probe looks only at a thread's home slot. If
    // the home slot of NO_ID were free, the probe of a thread without an id would use this slot.
    U.putLong(at(NO_ID) + SLOT_OWNER_OFFSET, NOBODY);
  }

  /** The largest number of slots that a search for a thread's slot looks at. */
  private static final int WINDOW = Math.min(256, COUNT);

  /** Returned in place of a slot if the thread has none. */
  public static final long NO_SLOT = 0;

  /**
   * Returned in place of a slot if nothing is to be recorded, for instance because the thread does
   * work of the agent.
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

  /**
   * Returns a free slot that a thread can have; {@link #NO_SLOT} if there is none. The caller holds
   * the lock.
   */
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
   * Makes a thread the owner of a slot. The thread then sees all earlier stores to the slot.
   *
   * @param owner the thread's id, with the number of a part in the upper bits; 0 to free the slot
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
   * Resumes the recording of the current thread. The slot's owner field has part 0 until the
   * thread's next event.
   *
   * @return the thread's slot; {@link #NO_SLOT} if the thread wasn't suspended
   */
  public static long resume() {
    long slot = owned(-SpinLock.threadId());
    if (slot != NO_SLOT) {
      U.putLong(slot + SLOT_OWNER_OFFSET, SpinLock.threadId());
    }
    return slot;
  }

  /** Returns the number of a slot, from 0. */
  public static int index(long slot) {
    return (int) ((slot - BASE) >>> SLOT_SHIFT);
  }

  private static long at(long index) {
    return BASE + (index & MASK) * SLOT_BYTES;
  }
}
