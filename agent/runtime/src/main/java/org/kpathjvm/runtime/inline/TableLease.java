package org.kpathjvm.runtime.inline;

import org.kpathjvm.runtime.threads.ThreadLease;

/**
 * The tables in which a platform thread counts, and a few values that the thread's probes need. All
 * carriers of virtual threads share one set of tables, because activations move between carriers. A
 * carrier holds the lock ({@code SpinLock}) while it uses the tables.
 */
public final class TableLease extends ThreadLease {
  /**
   * The counts of everything that isn't a path, such as edges and entries of methods. Null after
   * the tables were given up.
   */
  CounterPages counters;

  /** The profiler's own tables; null if the profiler has none, or if the tables were given up. */
  public Tables tables;

  /**
   * The number of the activation that returned last ({@code CallTables.activation}); 0 if there is
   * none, or after the caller has taken the number.
   */
  public int returned;

  /**
   * A hash of the method that returned last: of its name, of its descriptor, and of whether the
   * method is static.
   */
  public int returnedSignature;

  /** The name of the class of the method that returned last; null for a constructor. */
  public String returnedClass;

  /**
   * The thread's current site ({@code CallerProbes}); 0 if the thread has no recorded activation.
   */
  public int site;

  /** The site of the thread's latest call of this() or super() in a constructor. */
  public int chainedSite;

  /**
   * The site that becomes current again if an exception leaves both the constructor called at
   * {@link #chainedSite} and the calling constructor.
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
   * @param first the first carrier's lease, whose tables the new lease shares; null for the first
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
    returned = 0;
    site = 0;
    chainedSite = 0;
    Threads.begin(this);
  }

  @Override
  protected void end() {
    tid = 0;
  }

  /** Gives the tables up. A thread that is using them keeps its own reference to them. */
  void drop() {
    counters = null;
    tables = null;
  }
}
