package org.kpathjvm.runtime.threads;

import java.lang.ref.WeakReference;

/**
 * What a platform thread holds while it records. When the thread has died, another takes the lease
 * over as it is ({@link ThreadLeases}): counts add up, and memory is bounded by the number of
 * threads that live at once. Guarded by the lock.
 */
public abstract class ThreadLease {
  /** Whether it is for carriers of virtual threads. */
  public final boolean carrier;

  /** Address of the owner's slot; 0 while there is no owner. */
  public long slot;

  /** Weak, so that a dead thread and what it refers to can be collected. */
  WeakReference<Thread> owner;

  protected ThreadLease(boolean carrier) {
    this.carrier = carrier;
  }

  /** A thread is about to get {@link #slot}: writes what its probes look for by it. */
  protected abstract void begin();

  /** What the owner's slot has above the thread's id ({@code SLOT_OWNER_OFFSET}). */
  protected long tag() {
    return 0;
  }

  /** The owner is dead, and its slot still as it left it. */
  protected void end() {}

  /** Whether any thread may have it next. */
  protected boolean isShared() {
    return true;
  }

  /** The owner if it is alive, else null. */
  public final Thread liveOwner() {
    Thread thread = owner == null ? null : owner.get();
    return thread != null && thread.isAlive() ? thread : null;
  }
}
