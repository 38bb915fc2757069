package org.kpathjvm.runtime.inline;

import java.util.ArrayList;
import java.util.List;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;
import org.kpathjvm.runtime.threads.Carrier;
import org.kpathjvm.runtime.threads.Slots;
import org.kpathjvm.runtime.threads.SpinLock;
import org.kpathjvm.runtime.threads.ThreadLeases;

/**
 * Finds the tables of each thread. The tables are in the {@link TableLease} that the thread holds.
 */
public final class Threads extends ThreadLeases<TableLease> {
  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long TID = U.objectFieldOffset(Thread.class, "tid");
  private static final int SLOT_MASK = Slots.COUNT - 1;

  /** For each slot, the lease of the slot's latest owner; null if the slot has had no owner. */
  private static final TableLease[] OF_SLOT = new TableLease[Slots.COUNT];

  /**
   * The address of a long: the number of events that weren't counted because the thread got no
   * slot.
   */
  private static final long LOST = U.allocateMemory(8);

  /** The address of a long: the number of threads that have recorded something. */
  private static final long COUNTED = U.allocateMemory(8);

  static {
    U.putLong(LOST, 0);
    U.putLong(COUNTED, 0);
  }

  private static final Threads ALL = new Threads();

  // The lease of the first carrier, whose tables all carriers share. Guarded by SpinLock.
  private TableLease firstOfCarriers;

  /** The figures of the tables at the moment when the tables were given up; null before that. */
  private static volatile Totals givenUp;

  private Threads() {}

  /** Returns the current thread's lease; null if nothing is to be recorded. */
  @ForceInline
  public static TableLease own() {
    long tid = U.getLong(Carrier.current(), TID);
    // The slots aren't read, because compilers optimise accesses to the heap better than accesses
    // to raw addresses.
    TableLease lease = OF_SLOT[(int) tid & SLOT_MASK];
    return lease != null && lease.tid == tid && !Recording.ended ? lease : find(tid);
  }

  private static TableLease find(long tid) {
    TableLease lease = findAtAnyTime(tid);
    if (lease != null) {
      lease.tid = tid;
      if (!lease.isOwnerCounted) {
        lease.isOwnerCounted = true;
        U.getAndAddLong(null, COUNTED, 1);
      }
    }
    return lease;
  }

  /**
   * Does what {@link #own} does, but doesn't count the thread among those that have recorded
   * something. {@link #suspend} needs this, because a thread of the agent gets tables only so that
   * it can be suspended.
   */
  private static TableLease findAtAnyTime(long tid) {
    if (Recording.ended) {
      return null;
    }
    long slot = Slots.find(tid);
    if (slot == Slots.NO_SLOT) {
      try {
        slot = ALL.lease(Carrier.current(), tid);
      } catch (OutOfMemoryError heapFull) {
        // The program is about to run out of memory. The program's own code should get the error,
        // not a probe.
        giveUp();
      }
      if (slot == Slots.NO_SLOT) {
        U.getAndAddLong(null, LOST, 1);
      }
    }
    return slot <= Slots.SUSPENDED ? null : OF_SLOT[Slots.index(slot)];
  }

  @Override
  protected TableLease create(int number, boolean carrier) {
    TableLease lease = new TableLease(carrier, carrier ? firstOfCarriers : null);
    if (carrier && firstOfCarriers == null) {
      firstOfCarriers = lease;
    }
    return lease;
  }

  /** Makes {@link #own} find a thread's new lease. The caller holds the lock. */
  static void begin(TableLease lease) {
    OF_SLOT[Slots.index(lease.slot)] = lease;
  }

  static boolean suspend() {
    TableLease lease = findAtAnyTime(SpinLock.threadId());
    if (lease == null) {
      return false;
    }
    lease.tid = 0;
    return Slots.suspend(lease.slot);
  }

  static void resume() {
    // The thread finds its tables again in find(), when it has something to record.
    Slots.resume();
  }

  /** Ends the recording and drops the tables, because there is no memory for them. */
  static void giveUp() {
    Recording.end(Recording.MEMORY);
    boolean held = SpinLock.isHeld();
    try {
      if (!held) {
        SpinLock.lock();
      }
      if (givenUp == null) {
        givenUp = sum();
      }
    } catch (OutOfMemoryError again) {
      // There is no memory for the sums, so the figures of the tables are lost. The tables are
      // dropped in any case.
    } finally {
      for (int i = 0; i < ALL.count(); i++) {
        ALL.get(i).drop();
      }
      if (!held) {
        SpinLock.unlock();
      }
    }
  }

  static Thread[] recorded() {
    List<Thread> threads = new ArrayList<>();
    try {
      SpinLock.lock();
      for (int i = 0; i < ALL.count(); i++) {
        Thread thread = ALL.get(i).liveOwner();
        if (thread != null) {
          threads.add(thread);
        }
      }
    } finally {
      SpinLock.unlock();
    }
    return threads.toArray(new Thread[0]);
  }

  /**
   * Returns one lease for each set of tables. Of the carriers' leases, only the first is returned,
   * because carriers share a set. After the tables were given up, the list is empty.
   */
  static List<TableLease> distinct() {
    List<TableLease> distinct = new ArrayList<>();
    for (int i = 0; i < ALL.count(); i++) {
      TableLease lease = ALL.get(i);
      if ((!lease.carrier || lease == ALL.firstOfCarriers) && lease.counters != null) {
        distinct.add(lease);
      }
    }
    return distinct;
  }

  static Totals totals() {
    Totals totals = givenUp;
    return totals != null ? totals : sum();
  }

  private static Totals sum() {
    Totals totals = new Totals();
    for (TableLease lease : distinct()) {
      totals.add(lease);
    }
    totals.add("threads", U.getLong(COUNTED));
    totals.add("lost", U.getLong(LOST));
    totals.add("dispatches_lost", EdgeProbes.lost ? 1 : 0);
    return totals;
  }
}
