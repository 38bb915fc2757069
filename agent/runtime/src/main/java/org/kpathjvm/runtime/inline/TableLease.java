package org.kpathjvm.runtime.inline;

import org.kpathjvm.runtime.threads.ThreadLease;

/**
 * The tables in which a platform thread counts. All carriers of virtual threads share their tables,
 * because activations move between carriers. A carrier holds the lock ({@code SpinLock}) while it
 * uses them.
 */
public final class TableLease extends ThreadLease {
  /**
   * Counts of everything that isn't a path, such as entries of methods and edges. Null after the
   * tables were given up.
   */
  CounterPages counters;

  /** The profiler's own tables; null if it has none, or after the tables were given up. */
  public Tables tables;

  /**
   * The activation that returned last ({@code CallTables.activation}), until its caller takes it; 0
   * if there is none.
   */
  public int returned;

  /**
   * A hash of the name and the descriptor of the method that returned last, and of whether it is
   * static.
   */
  public int returnedSignature;

  /** The name of the class of the method that returned last; null for a constructor. */
  public String returnedClass;

  /** The thread's current site ({@code CallerProbes}); 0 if there is no recorded activation. */
  public int site;

  /** The site of the thread's latest call of this() or super() in a constructor. */
  public int chainedSite;

  /**
   * The site that becomes current again if an exception leaves both the called constructor and the
   * one that called it.
   */
  public int chainedEscape;

  /**
   * The owner's Thread.tid while the owner is recorded; 0 before the owner's first event, and while
   * the owner isn't recorded.
   */
  long tid;

  /** Whether the owner has been counted among the threads that have recorded something. */
  boolean isOwnerCounted;

  /**
   * Creates a lease.
   *
   * @param first the first carrier's lease, whose tables this one shares; null for the first
   *     carrier, and for threads that aren't carriers
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

  /** Gives the tables up. A thread that is using them goes on with its own reference. */
  void drop() {
    counters = null;
    tables = null;
  }
}
