package org.kpathjvm.runtime.threads;

import java.lang.ref.WeakReference;

/**
 * The data that a platform thread records into. When the thread has died, the lease is handed on to
 * another thread, which goes on with the same counts ({@link ThreadLeases}). So the memory depends
 * only on how many threads are alive at the same time. Guarded by {@link SpinLock}.
 */
public abstract class ThreadLease {
  /** Whether the lease is for carriers of virtual threads. */
  public final boolean carrier;

  /** The address of the owner's slot; 0 while there is no owner. */
  public long slot;

  /**
   * The owner; null if there is none. The reference is weak, so that a dead thread and the objects
   * to which it refers can be collected.
   */
  WeakReference<Thread> owner;

  protected ThreadLease(boolean carrier) {
    this.carrier = carrier;
  }

  /** Writes the fields of {@link #slot} that probes use. Called before a thread gets the slot. */
  protected abstract void begin();

  /**
   * Returns the bits above the thread's id in the slot's owner field ({@code SLOT_OWNER_OFFSET}).
   */
  protected long tag() {
    return 0;
  }

  /**
   * Copies the values that the lease needs from the slot. Called when the owner has died, before
   * the slot is changed.
   */
  protected void end() {}

  /**
   * Returns whether the lease may be handed on to any thread of its kind: to any carrier, or to any
   * thread that isn't a carrier.
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
