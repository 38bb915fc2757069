package org.kpathjvm.runtime.recorder;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import jdk.internal.misc.Unsafe;
import org.kpathjvm.runtime.threads.Carrier;
import org.kpathjvm.runtime.threads.Slots;
import org.kpathjvm.runtime.threads.SpinLock;
import org.kpathjvm.runtime.threads.StackReserve;
import org.kpathjvm.runtime.threads.ThreadLeases;

/**
 * All leases of a recording. If the segment has rows for threads, a lease is handed on only to
 * threads of the same name. When rows or blocks run out, further threads get shared leases, which
 * are handed on to any thread.
 */
final class Leases extends ThreadLeases<Lease> {
  private static final Unsafe U = Unsafe.getUnsafe();

  /**
   * The number of pages for which the first directories have room. These pages have 262,144
   * counters in all. A directory has the addresses of a lease's pages of counters.
   */
  private static final int INITIAL_DIRECTORY_PAGES = 512;

  private static final Leases ALL = new Leases();

  /** The number of pages for which every directory has room. */
  private int directoryPages = INITIAL_DIRECTORY_PAGES;

  private Leases() {}

  static Lease of(long slot) {
    return ALL.get(U.getInt(slot + SLOT_LEASE_OFFSET));
  }

  /**
   * Makes the current thread enter the {@linkplain Parts part} that is recorded now. Returns the
   * thread's slot; {@link Slots#NO_SLOT} if the thread has none; {@link Slots#SUSPENDED} if the
   * thread is suspended or nothing is recorded now.
   */
  static long ownSlot() {
    long window = Probes.window();
    if (window == 0) {
      return Slots.SUSPENDED;
    }
    long slot = ownSlotAtAnyTime();
    if (slot > Slots.SUSPENDED) {
      of(slot).countOwner();
      long tag = U.getLong(slot + SLOT_OWNER_OFFSET) & -1L << PART_SHIFT;
      if (tag != Parts.tag(window)) {
        enterPart(slot);
      }
    }
    return slot;
  }

  private static void enterPart(long slot) {
    StackReserve.use(StackReserve.MANY_FRAMES);
    try {
      SpinLock.lock();
      Lease lease = of(slot);
      Parts.enter(lease);
      Slots.give(slot, SpinLock.threadId() | lease.tag());
    } finally {
      SpinLock.unlock();
    }
  }

  /**
   * Does what {@link #ownSlot} does, but leaves the thread in its part, and works even while
   * nothing is recorded. Doesn't count the thread among those that have recorded something, because
   * a thread of the agent gets a slot only so that it can be suspended.
   */
  static long ownSlotAtAnyTime() {
    long tid = SpinLock.threadId();
    long slot = Slots.find(tid);
    if (slot != Slots.NO_SLOT || Blocks.ended()) {
      return slot;
    }
    try {
      return ALL.lease(Carrier.current(), tid);
    } catch (OutOfMemoryError heapFull) {
      // The program is about to run out of memory. Its own code should get the error, not a probe.
      return Slots.NO_SLOT;
    }
  }

  static void provideIds(int idCount) {
    try {
      SpinLock.lock();
      int needed = idCount / COUNTERS_PER_PAGE + 1;
      if (needed > ALL.directoryPages) {
        ALL.directoryPages = Math.max(needed, 2 * ALL.directoryPages);
        for (int i = 0; i < ALL.count(); i++) {
          ALL.get(i).growDirectory(ALL.directoryPages);
        }
      }
      U.putLongRelease(null, Setup.base + HEADER_ID_COUNT_OFFSET, idCount);
    } finally {
      SpinLock.unlock();
    }
  }

  /** Frees the memory of all leases, for {@link Recorder#leave}. */
  static void leave() {
    for (int i = 0; i < ALL.count(); i++) {
      ALL.get(i).leave();
    }
  }

  @Override
  protected Lease create(int number, boolean carrier) {
    Lease lease = new Lease(number, carrier);
    lease.growDirectory(directoryPages);
    U.putIntRelease(null, Setup.base + HEADER_LEASE_COUNT_OFFSET, number + 1);
    return lease;
  }

  @Override
  protected String name(Thread thread) {
    return Setup.threadRows == 0 ? null : thread.getName();
  }

  @Override
  protected Lease ofName(String name) {
    for (int i = 0; i < count(); i++) {
      Lease lease = get(i);
      if (name.equals(lease.name)) {
        releaseIfDead(lease);
        if (lease.slot == 0) {
          return lease;
        }
      }
    }
    if (count() >= Setup.threadRows || !Blocks.hasRoomForThread()) {
      return null;
    }
    Lease lease = add(false);
    lease.name = name;
    writeRow(lease.number, name);
    return lease;
  }

  /**
   * Writes the row of a lease. This happens before the lease's first block is published, so a
   * reader that finds the block also finds the row.
   */
  private static void writeRow(int number, String name) {
    long row = Setup.threads + (long) number * THREAD_ROW_BYTES;
    int length = Math.min(name.length(), THREAD_NAME_CHARS);
    for (int at = 0; at < length; at++) {
      U.putChar(row + THREAD_NAME_OFFSET + 2L * at, name.charAt(at));
    }
    U.putInt(row + THREAD_NAME_LENGTH_OFFSET, length);
    U.putIntRelease(null, row + THREAD_KIND_OFFSET, THREAD_OWN);
  }
}
