package org.kpathjvm.runtime.inline;

import org.kpathjvm.runtime.threads.SpinLock;
import org.kpathjvm.runtime.threads.ThreadLease;

/**
 * Tables of a thread's own. Carriers of virtual threads all hold the same tables, as the
 * activations of virtual threads move between carriers: they use them under the lock.
 */
final class Lease extends ThreadLease {
  /** Of what isn't a path: entries of methods, edges. Null, as those below: given up. */
  CounterPages counters;

  /** Of paths with BLPP by array; else null. */
  CounterPages pathPages;

  /** Of paths with BLPP by hash; else null. */
  PathTable paths;

  /** With k-BLPP; else null. */
  Forest forest;

  /** Thread.tid of the owner while it is recorded; else 0. */
  long tid;

  /**
   * A new one.
   *
   * @param first of a carrier: the first carrier's, whose tables it shares; else null
   */
  Lease(boolean carrier, Lease first) {
    super(carrier);
    counters = first == null ? new CounterPages() : first.counters;
    pathPages = first != null ? first.pathPages : InlineSetup.array ? new CounterPages() : null;
    paths = first != null ? first.paths : InlineSetup.hash ? new PathTable() : null;
    forest = first != null ? first.forest : InlineSetup.k > 0 ? new Forest() : null;
  }

  @Override
  protected void begin() {
    tid = SpinLock.threadId();
    Threads.begin(this);
  }

  @Override
  protected void end() {
    tid = 0;
  }

  /** Gives the tables up; whoever uses them now goes on with what it has. */
  void drop() {
    counters = null;
    pathPages = null;
    paths = null;
    forest = null;
  }
}
