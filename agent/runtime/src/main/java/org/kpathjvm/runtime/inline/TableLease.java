package org.kpathjvm.runtime.inline;

import org.kpathjvm.runtime.threads.SpinLock;
import org.kpathjvm.runtime.threads.ThreadLease;

/**
 * Tables of a thread's own. Carriers of virtual threads all hold the same tables, as the
 * activations of virtual threads move between carriers: they use them under the lock.
 */
public final class TableLease extends ThreadLease {
  /** Of what isn't a path: entries of methods, edges. Null, as the tables: given up. */
  CounterPages counters;

  /** The profiler's own; null if it has none. */
  public Tables tables;

  /** What the method that returned last has left to its caller; 0: nothing, or it was taken. */
  public int returned;

  /** Of that method: what its name and descriptor come to, and whether it is static. */
  public int returnedSignature;

  /** And its class's name; null of a constructor. */
  public String returnedClass;

  /** Thread.tid of the owner while it is recorded; else 0. */
  long tid;

  /**
   * A new one.
   *
   * @param first of a carrier: the first carrier's, whose tables it shares; else null
   */
  TableLease(boolean carrier, TableLease first) {
    super(carrier);
    counters = first == null ? new CounterPages() : first.counters;
    Tables kind = InlineSetup.tables;
    tables = first != null ? first.tables : kind == null ? null : kind.fresh();
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
    tables = null;
  }
}
