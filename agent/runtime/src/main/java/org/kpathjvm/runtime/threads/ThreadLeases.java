package org.kpathjvm.runtime.threads;

import java.lang.ref.WeakReference;

/**
 * The leases of all threads. The {@linkplain ThreadLease lease} of a dead thread is handed on to a
 * new thread.
 *
 * <p>A probe may run anywhere in the program, so no method here parks, waits on a monitor or runs
 * code of the program.
 */
public abstract class ThreadLeases<L extends ThreadLease> {
  private ThreadLease[] leases = new ThreadLease[16];
  private int count;

  /**
   * How many {@linkplain ThreadLease#isShared shared} leases have no owner. Element 1 counts the
   * leases for carriers; element 0 counts all others.
   */
  private final int[] pooled = new int[2];

  private int leasedSinceSweep;

  /** Creates a lease. The caller holds the lock. */
  protected abstract L create(int number, boolean carrier);

  /** Returns the thread's name if leases are handed on by name; else null. */
  protected String name(Thread thread) {
    return null;
  }

  /**
   * Returns a lease that is only for threads of this name and has no owner; null if there is none
   * and none can be created. The caller holds the lock.
   */
  protected L ofName(String name) {
    return null;
  }

  protected final int count() {
    return count;
  }

  @SuppressWarnings("unchecked")
  protected final L get(int number) {
    return (L) leases[number];
  }

  /**
   * Gives the current platform thread a slot and a lease.
   *
   * @return the slot; {@link Slots#NO_SLOT} if no slot is free, or if the thread has no id yet
   */
  public final long lease(Thread thread, long tid) {
    if (tid == Slots.NO_ID) {
      // A lock that is held has the holder's id as its value, and a free lock has the value 0. So a
      // thread whose id is still 0 can't take the lock.
      return Slots.NO_SLOT;
    }
    StackReserve.use(StackReserve.MANY_FRAMES);
    WeakReference<Thread> owner = new WeakReference<>(thread);
    String name = name(thread);
    try {
      SpinLock.lock();
      boolean carrier =
          Thread.currentThread() != thread
              || ThreadSetup.carrierClass != null && ThreadSetup.carrierClass.isInstance(thread);
      // Free leases of carriers are counted separately, because only a carrier can use them.
      boolean mayHaveDied = pooled[kind(carrier)] == 0 && leasedSinceSweep >= count / 2;
      long slot = Slots.free(tid);
      if (slot == Slots.NO_SLOT || mayHaveDied) {
        sweep();
        slot = slot == Slots.NO_SLOT ? Slots.free(tid) : slot;
      }
      if (slot == Slots.NO_SLOT) {
        return slot;
      }
      L lease = carrier || name == null ? null : ofName(name);
      lease = lease == null ? vacant(carrier) : lease;
      leasedSinceSweep++;
      lease.owner = owner;
      lease.slot = slot;
      lease.begin();
      Slots.give(slot, tid | lease.tag());
      return slot;
    } finally {
      SpinLock.unlock();
    }
  }

  private void sweep() {
    leasedSinceSweep = 0;
    for (int i = 0; i < count; i++) {
      releaseIfDead(leases[i]);
    }
  }

  protected final void releaseIfDead(ThreadLease lease) {
    if (lease.slot == 0 || lease.liveOwner() != null) {
      return;
    }
    lease.end();
    pooled[kind(lease.carrier)] += lease.isShared() ? 1 : 0;
    Slots.give(lease.slot, 0);
    lease.slot = 0;
    lease.owner = null;
  }

  private static int kind(boolean carrier) {
    return carrier ? 1 : 0;
  }

  private L vacant(boolean carrier) {
    for (int i = 0; pooled[kind(carrier)] > 0 && i < count; i++) {
      L lease = get(i);
      if (lease.slot == 0 && lease.carrier == carrier && lease.isShared()) {
        pooled[kind(carrier)]--;
        return lease;
      }
    }
    return add(carrier);
  }

  /** Creates the lease with the next number. */
  protected final L add(boolean carrier) {
    if (count == leases.length) {
      // Probes in java.util.Arrays would wait for the lock, which this thread has.
      ThreadLease[] longer = new ThreadLease[2 * count];
      System.arraycopy(leases, 0, longer, 0, count);
      leases = longer;
    }
    L lease = create(count, carrier);
    leases[count++] = lease;
    return lease;
  }
}
