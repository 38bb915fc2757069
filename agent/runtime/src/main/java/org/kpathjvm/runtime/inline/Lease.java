package org.kpathjvm.runtime.inline;

import java.lang.ref.WeakReference;

/**
 * What a platform thread holds while it records: tables of its own. When it has died, a new thread
 * takes them over as they are ({@link Threads}): counts add up, and memory is bounded by the number
 * of threads that live at once. Carriers of virtual threads all hold the same tables, as the
 * activations of virtual threads move between carriers; these are {@link #shared}.
 */
final class Lease {
  final boolean shared;

  /** Of what isn't a path: entries of methods, edges. Null, as those below: given up. */
  CounterPages counters;

  /** Of paths with BLPP by array; else null. */
  CounterPages pathPages;

  /** Of paths with BLPP by hash; else null. */
  PathTable paths;

  /** With k-BLPP; else null. */
  Forest forest;

  /** Thread.tid of the owner; negated while it isn't recorded; 0 while there is none. */
  long owner;

  /** Weak, so that a dead thread and what it refers to can be collected. */
  WeakReference<Thread> thread;

  /** The place in the table of slots while there is an owner. */
  int slot;

  /** With tables of its own. */
  Lease() {
    this(false);
  }

  /**
   * Of a carrier.
   *
   * @param first the first carrier's, whose tables it shares; null if it is that itself
   */
  static Lease ofCarrier(Lease first) {
    Lease lease = new Lease(true);
    if (first != null) {
      lease.counters = first.counters;
      lease.pathPages = first.pathPages;
      lease.paths = first.paths;
      lease.forest = first.forest;
    }
    return lease;
  }

  private Lease(boolean shared) {
    this.shared = shared;
    counters = new CounterPages();
    pathPages = InlineSetup.array ? new CounterPages() : null;
    paths = InlineSetup.hash ? new PathTable() : null;
    forest = InlineSetup.k > 0 ? new Forest() : null;
  }

  /** Gives the tables up; whoever uses them now goes on with what it has. */
  void drop() {
    counters = null;
    pathPages = null;
    paths = null;
    forest = null;
  }
}
