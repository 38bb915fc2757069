package org.kpathjvm.runtime.inline;

import org.kpathjvm.runtime.threads.ThreadLease;

/**
 * The tables that belong to a thread. Carriers of virtual threads all hold the same tables, because
 * the activations of virtual threads move between carriers. Carriers use them under the lock.
 */
public final class TableLease extends ThreadLease {
  /**
   * Counts of what isn't a path: entries of methods, and edges. Null once they have been given up
   * together with the tables.
   */
  CounterPages counters;

  /** The profiler's own tables; null if it has none. */
  public Tables tables;

  /**
   * What the method that returned last has left to its caller; 0 if there is nothing or the caller
   * has taken it.
   */
  public int returned;

  /**
   * A hash of the name and descriptor of the method that returned last, and of whether it is
   * static.
   */
  public int returnedSignature;

  /** The name of the class of the method that returned last; null for a constructor. */
  public String returnedClass;

  /** The call that the thread's topmost recorded activation is executing; 0 if there is none. */
  public int site;

  /** The thread's latest call of this() or super() in a constructor. */
  public int chainedSite;

  /** The site that is current again if an exception leaves both constructors. */
  public int chainedEscape;

  /** The Thread.tid of the owner, from its first event on, while it is recorded; else 0. */
  long tid;

  /** Whether the owner has been counted among the threads that have recorded something. */
  boolean isOwnerCounted;

  /**
   * Creates a lease.
   *
   * @param first the first carrier's lease, whose tables this one shares; null for platform threads
   *     and for the first carrier
   */
  TableLease(boolean carrier, TableLease first) {
    super(carrier);
    counters = first == null ? new CounterPages() : first.counters;
    Tables kind = InlineSetup.tables;
    tables = first != null ? first.tables : kind == null ? null : kind.fresh();
  }

  @Override
  protected void begin() {
    tid = 0;
    isOwnerCounted = false;
    site = 0;
    chainedSite = 0;
    Threads.begin(this);
  }

  @Override
  protected void end() {
    tid = 0;
  }

  /** Gives the tables up. A thread that is using them now keeps using what it has. */
  void drop() {
    counters = null;
    tables = null;
  }
}
