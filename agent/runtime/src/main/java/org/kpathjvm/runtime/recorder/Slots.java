package org.kpathjvm.runtime.recorder;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import jdk.internal.misc.Unsafe;

/** The slots of threads: found by thread id, from the thread's home slot on. */
final class Slots {
  private Slots() {}

  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long SLOTS = Setup.slots;
  private static final long SLOT_MASK = Setup.slotCount - 1L;

  /** How far from its home a thread's slot may lie when two live threads share one home. */
  private static final int SLOT_WINDOW = Math.min(256, Setup.slotCount);

  /** Instead of a slot's address: there is none for this thread. */
  static final long NO_SLOT = 0;

  /** Instead of a slot's address: none is wanted, the agent itself is at work on this thread. */
  static final long SUSPENDED = 1;

  /** In {@link #SLOT_ACTIVATION_OFFSET}: the stream's end belongs to no activation. */
  static final long NO_ACTIVATION = -1;

  /** The current thread's slot, {@link #NO_SLOT} or {@link #SUSPENDED}. */
  static long own() {
    long tid = SpinLock.threadId();
    long slot = owned(tid);
    if (slot != NO_SLOT) {
      return slot;
    }
    if (owned(-tid) != NO_SLOT) {
      return SUSPENDED;
    }
    if (Blocks.ended()) {
      return NO_SLOT;
    }
    try {
      return Leases.lease(Carrier.current(), tid);
    } catch (OutOfMemoryError heapFull) {
      // The application is about to meet it by itself; that must not happen in our name.
      return NO_SLOT;
    }
  }

  /** The slot whose owner field is {@code owner}, or {@link #NO_SLOT}. */
  private static long owned(long owner) {
    long home = Math.abs(owner);
    for (int distance = 0; distance < SLOT_WINDOW; distance++) {
      long slot = at(home + distance);
      if (U.getLong(slot + SLOT_OWNER_OFFSET) == owner) {
        return slot;
      }
    }
    return NO_SLOT;
  }

  /** A slot that a thread can have, or {@link #NO_SLOT}; under the lock. */
  static long free(long tid) {
    for (int distance = 0; distance < SLOT_WINDOW; distance++) {
      long slot = at(tid + distance);
      if (U.getLong(slot + SLOT_OWNER_OFFSET) == 0) {
        return slot;
      }
    }
    return NO_SLOT;
  }

  static void suspend() {
    long slot = own();
    if (slot > SUSPENDED) {
      U.putLong(slot + SLOT_OWNER_OFFSET, -SpinLock.threadId());
    }
  }

  static void resume() {
    long slot = owned(-SpinLock.threadId());
    if (slot != NO_SLOT) {
      U.putLong(slot + SLOT_OWNER_OFFSET, SpinLock.threadId());
    }
  }

  private static long at(long index) {
    return SLOTS + (index & SLOT_MASK) * SLOT_BYTES;
  }
}
