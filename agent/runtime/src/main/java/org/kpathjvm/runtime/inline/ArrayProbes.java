package org.kpathjvm.runtime.inline;

/** The probes of BLPP with arrays, which have a counter for each path. */
public final class ArrayProbes extends EdgeProbes {
  private ArrayProbes() {}

  /** Counts a complete path. */
  public static void path(int id) {
    TableLease lease = Threads.own();
    if (lease != null) {
      add(lease, (CounterPages) lease.tables, id);
    }
  }
}
