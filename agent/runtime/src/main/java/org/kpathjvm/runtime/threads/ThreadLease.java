package org.kpathjvm.runtime.threads;

import java.lang.ref.WeakReference;

/**
 * What a platform thread holds while it records. When the thread has died, another thread takes the
 * lease over as it is ({@link ThreadLeases}). So counts add up, and the memory is bounded by the
 * number of threads that live at once. Guarded by the lock.
 */
public abstract class ThreadLease {
  /** Whether the lease is for carriers of virtual threads. */
  public final boolean carrier;

  /** The address of the owner's slot; 0 while there is no owner. */
  public long slot;

  /** A weak reference, so that a dead thread and what it refers to can be collected. */
  WeakReference<Thread> owner;

  protected ThreadLease(boolean carrier) {
    this.carrier = carrier;
  }

  /**
   * Writes into {@link #slot} what probes look for there. It is called before a thread gets the
   * slot.
   */
  protected abstract void begin();

  /** Returns what the owner's slot has above the thread's id ({@code SLOT_OWNER_OFFSET}). */
  protected long tag() {
    return 0;
  }

  /**
   * Takes what the lease needs out of the slot. It is called when the owner is dead, while the slot
   * is still as the owner left it.
   */
  protected void end() {}

  /** Returns whether any thread may have the lease next. */
  protected boolean isShared() {
    return true;
  }

  /** Returns the owner if it is alive, else null. */
  public final Thread liveOwner() {
    Thread thread = owner == null ? null : owner.get();
    return thread != null && thread.isAlive() ? thread : null;
  }
}
