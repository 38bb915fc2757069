package org.kpathjvm.runtime.threads;

import java.lang.ref.WeakReference;

/**
 * Knows which thread has which lease. The lease of a dead thread goes to the next new thread.
 *
 * <p>A probe may run anywhere, so nothing here parks, waits on a monitor or runs application code.
 * Before the lock is taken, {@link StackReserve} makes a StackOverflowError happen while nothing is
 * half done.
 */
public abstract class ThreadLeases<L extends ThreadLease> {
  private ThreadLease[] leases = new ThreadLease[16];
  private int count;

  /**
   * How many leases have no owner and are open to any thread: first those for platform threads,
   * then those for carriers.
   */
  private final int[] pooled = new int[2];

  private int leasedSinceSweep;

  /** Creates a lease. The caller holds the lock. */
  protected abstract L create(int number, boolean carrier);

  /**
   * Returns the name by which a thread may have a lease of its own; null if threads don't have
   * leases of their own.
   */
  protected String name(Thread thread) {
    return null;
  }

  /**
   * Returns a free lease that only threads of this name have; null if there can't be one. The
   * caller holds the lock.
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
   * @return the slot, {@link Slots#NO_SLOT} when none is free or the thread has no id yet
   */
  public final long lease(Thread thread, long tid) {
    if (tid == Slots.NO_ID) {
      // Such a thread can't hold the lock: the lock names its holder by the holder's id, and 0
      // means that nobody holds it.
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
      // The two kinds are looked at separately, because a platform thread can't use the lease of a
      // dead carrier.
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

  /** Takes back the leases of dead threads. */
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

  /** Creates a lease and puts it into the table. */
  protected final L add(boolean carrier) {
    if (count == leases.length) {
      // This doesn't use java.util.Arrays: a probe in it would wait for the lock that this thread
      // holds.
      ThreadLease[] longer = new ThreadLease[2 * count];
      System.arraycopy(leases, 0, longer, 0, count);
      leases = longer;
    }
    L lease = create(count, carrier);
    leases[count++] = lease;
    return lease;
  }
}
