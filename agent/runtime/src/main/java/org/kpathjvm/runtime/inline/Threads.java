package org.kpathjvm.runtime.inline;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;
import org.kpathjvm.runtime.recorder.Carrier;
import org.kpathjvm.runtime.recorder.Setup;
import org.kpathjvm.runtime.recorder.SpinLock;
import org.kpathjvm.runtime.recorder.StackReserve;

/**
 * Who has which tables: found by the id of the platform thread, from its home slot on.
 *
 * <p>A probe may run anywhere, so nothing here parks, waits on a monitor or runs application code;
 * before the lock is taken, {@link StackReserve} makes a StackOverflowError happen while nothing is
 * half done.
 */
final class Threads {
  private Threads() {}

  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long TID = U.objectFieldOffset(Thread.class, "tid");
  private static final int SLOT_COUNT = 1 << 14;
  private static final int SLOT_MASK = SLOT_COUNT - 1;

  /** How far from its home a thread's slot may lie when two live threads share one home. */
  private static final int SLOT_WINDOW = 256;

  private static final int NO_SLOT = -1;

  private static final Lease[] SLOTS = new Lease[SLOT_COUNT];

  /** Events of threads for which there was no slot. */
  private static final long LOST = U.allocateMemory(8);

  static {
    U.putLong(LOST, 0);
  }

  // Guarded by the lock.
  private static Lease[] leases = new Lease[16];
  private static int leaseCount;
  private static Lease ofVirtualThreads;
  private static long threadCount;
  private static int leasedSinceSweep;

  /** Leases without an owner: of platform threads, and of carriers. */
  private static final int[] pooled = new int[2];

  /** What the tables came to when they were given up; null before. */
  private static volatile Totals givenUp;

  /** The current thread's lease; null when nothing is to be recorded. */
  @ForceInline
  static Lease own() {
    long tid = U.getLong(Carrier.current(), TID);
    Lease lease = SLOTS[(int) tid & SLOT_MASK];
    return lease != null && lease.owner == tid && !Recording.ended ? lease : find(tid);
  }

  private static Lease find(long tid) {
    if (Recording.ended) {
      return null;
    }
    Lease lease = owned(tid);
    if (lease != null) {
      return lease;
    }
    if (owned(-tid) != null) {
      // The agent itself is at work on this thread.
      return null;
    }
    StackReserve.use(StackReserve.MANY_FRAMES);
    try {
      lease = lease(Carrier.current(), tid);
    } catch (OutOfMemoryError heapFull) {
      // The application is about to meet it by itself; that must not happen in our name.
      giveUp();
    }
    if (lease == null) {
      U.getAndAddLong(null, LOST, 1);
    }
    return lease;
  }

  private static Lease owned(long owner) {
    long home = Math.abs(owner);
    for (int distance = 0; distance < SLOT_WINDOW; distance++) {
      Lease lease = SLOTS[(int) (home + distance) & SLOT_MASK];
      if (lease != null && lease.owner == owner) {
        return lease;
      }
    }
    return null;
  }

  private static Lease lease(Thread thread, long tid) {
    WeakReference<Thread> owner = new WeakReference<>(thread);
    try {
      SpinLock.lock();
      boolean carrier =
          Thread.currentThread() != thread
              || Setup.carrierClass != null && Setup.carrierClass.isInstance(thread);
      boolean mayHaveDied = pooled[kind(carrier)] == 0 && leasedSinceSweep >= leaseCount / 2;
      int slot = freeSlot(tid);
      if (slot == NO_SLOT || mayHaveDied) {
        sweep();
        slot = freeSlot(tid);
      }
      if (slot == NO_SLOT) {
        return null;
      }
      Lease lease = vacant(carrier);
      leasedSinceSweep++;
      threadCount++;
      lease.thread = owner;
      lease.slot = slot;
      lease.owner = tid;
      SLOTS[slot] = lease;
      return lease;
    } finally {
      SpinLock.unlock();
    }
  }

  private static int freeSlot(long tid) {
    for (int distance = 0; distance < SLOT_WINDOW; distance++) {
      int slot = (int) (tid + distance) & SLOT_MASK;
      if (SLOTS[slot] == null) {
        return slot;
      }
    }
    return NO_SLOT;
  }

  /** Takes back the leases of dead threads. */
  private static void sweep() {
    leasedSinceSweep = 0;
    for (int i = 0; i < leaseCount; i++) {
      Lease lease = leases[i];
      if (lease.owner != 0 && !isAlive(lease)) {
        SLOTS[lease.slot] = null;
        lease.owner = 0;
        lease.thread = null;
        pooled[kind(lease.shared)]++;
      }
    }
  }

  private static boolean isAlive(Lease lease) {
    Thread thread = lease.thread.get();
    return thread != null && thread.isAlive();
  }

  private static int kind(boolean carrier) {
    return carrier ? 1 : 0;
  }

  private static Lease vacant(boolean carrier) {
    if (pooled[kind(carrier)] > 0) {
      for (int i = 0; i < leaseCount; i++) {
        if (leases[i].owner == 0 && leases[i].shared == carrier) {
          pooled[kind(carrier)]--;
          return leases[i];
        }
      }
    }
    return newLease(carrier);
  }

  private static Lease newLease(boolean carrier) {
    if (leaseCount == leases.length) {
      // Not by java.util.Arrays: a probe in it would wait for the lock that this thread holds.
      Lease[] longer = new Lease[2 * leaseCount];
      System.arraycopy(leases, 0, longer, 0, leaseCount);
      leases = longer;
    }
    Lease lease = carrier ? Lease.ofCarrier(ofVirtualThreads) : new Lease();
    if (carrier && ofVirtualThreads == null) {
      ofVirtualThreads = lease;
    }
    leases[leaseCount++] = lease;
    return lease;
  }

  /** Stops recording the current thread: the agent's own work on it isn't the application's. */
  static void suspend() {
    Lease lease = own();
    if (lease != null) {
      lease.owner = -SpinLock.threadId();
    }
  }

  static void resume() {
    Lease lease = owned(-SpinLock.threadId());
    if (lease != null) {
      lease.owner = SpinLock.threadId();
    }
  }

  /** There is no memory for the tables: ends the recording and drops them. */
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
      // Then there are no figures of what was recorded; the tables go all the same.
    } finally {
      for (int i = 0; i < leaseCount; i++) {
        leases[i].drop();
      }
      if (!held) {
        SpinLock.unlock();
      }
    }
  }

  /** The live threads that have tables. */
  static Thread[] recorded() {
    List<Thread> threads = new ArrayList<>();
    try {
      SpinLock.lock();
      for (int i = 0; i < leaseCount; i++) {
        Thread thread = leases[i].owner == 0 ? null : leases[i].thread.get();
        if (thread != null && thread.isAlive()) {
          threads.add(thread);
        }
      }
    } finally {
      SpinLock.unlock();
    }
    return threads.toArray(new Thread[0]);
  }

  /** All tables, those of carriers once; none after they were given up. */
  static List<Lease> distinct() {
    List<Lease> distinct = new ArrayList<>();
    for (int i = 0; i < leaseCount; i++) {
      boolean first = !leases[i].shared || leases[i] == ofVirtualThreads;
      if (first && leases[i].counters != null) {
        distinct.add(leases[i]);
      }
    }
    return distinct;
  }

  /** What has been recorded. */
  static Totals totals() {
    Totals totals = givenUp;
    return totals != null ? totals : sum();
  }

  private static Totals sum() {
    Totals totals = new Totals();
    for (Lease lease : distinct()) {
      totals.add(lease);
    }
    totals.threads = threadCount;
    totals.lost = U.getLong(LOST);
    return totals;
  }
}
