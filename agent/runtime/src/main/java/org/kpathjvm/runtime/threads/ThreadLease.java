package org.kpathjvm.runtime.threads;

import java.lang.ref.WeakReference;

/**
 * The data that a platform thread records into. When the thread has died, the lease is handed on to
 * another thread, which goes on with the same counts ({@link ThreadLeases}). So the memory depends
 * only on how many threads live at the same time. Guarded by {@link SpinLock}.
 */
public abstract class ThreadLease {
  /** Whether the lease is for carriers of virtual threads. */
  public final boolean carrier;

  /** The address of the owner's slot; 0 while there is no owner. */
  public long slot;

  /**
   * The owner; null if there is none. Weak, so that a dead thread and its objects can be collected.
   */
  WeakReference<Thread> owner;

  protected ThreadLease(boolean carrier) {
    this.carrier = carrier;
  }

  /** Writes the fields of {@link #slot} for probes. Called before a thread gets the slot. */
  protected abstract void begin();

  /**
   * Returns the bits above the thread's id in the slot's owner field ({@code SLOT_OWNER_OFFSET}).
   */
  protected long tag() {
    return 0;
  }

  /**
   * Copies what the lease needs from the slot. Called when the owner has died, before the slot is
   * changed.
   */
  protected void end() {}

  /**
   * Returns whether the lease is shared. A shared lease for carriers may be handed on to any
   * carrier, and every other shared lease to any other thread.
   */
  protected boolean isShared() {
    return true;
  }

  /** Returns the owner if it is alive, else null. */
  public final Thread liveOwner() {
    Thread thread = owner == null ? null : owner.get();
    return thread != null && thread.isAlive() ? thread : null;
  }
}
