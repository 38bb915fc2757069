package org.kpathjvm.runtime.threads;

import java.lang.ref.WeakReference;

/**
 * The data that a platform thread records into. When the thread has died, {@link ThreadLeases}
 * hands the lease on to another thread, which adds to the same counts. So the memory depends on how
 * many threads live at the same time, and not on how many threads the program starts. {@link
 * SpinLock} guards {@link #slot} and {@code owner}.
 */
public abstract class ThreadLease {
  /** Whether the lease is for carriers of virtual threads. */
  public final boolean carrier;

  /** The address of the owner's slot; 0 while there is no owner. */
  public long slot;

  /**
   * The owner; null if there is none. The reference is weak, so that a dead thread and its objects
   * can be collected.
   */
  WeakReference<Thread> owner;

  protected ThreadLease(boolean carrier) {
    this.carrier = carrier;
  }

  /**
   * Prepares the lease and its {@link #slot} for a new owner. Called before the owner's id is
   * written into the slot.
   */
  protected abstract void begin();

  /**
   * Returns the bits above the owner's id in the slot's owner field ({@code SLOT_OWNER_OFFSET}).
   */
  protected long tag() {
    return 0;
  }

  /**
   * Ends the owner's use of the lease, and copies from the slot what the next owner needs. Called
   * when the owner has died, before the slot is freed.
   */
  protected void end() {}

  /**
   * Returns whether the lease is shared. A shared lease for carriers may be handed on to any
   * carrier, and any other shared lease to any thread that isn't a carrier.
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
