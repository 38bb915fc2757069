package org.kpathjvm.runtime.inline;

/** The probes of BLPP by hash, which make one operation on the table for each completed path. */
public final class HashProbes extends EdgeProbes {
  private HashProbes() {}

  /** Counts a complete path. */
  public static void path(int id) {
    TableLease lease = Threads.own();
    if (lease != null) {
      add(lease, (PathTable) lease.tables, id);
    }
  }
}
