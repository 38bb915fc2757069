package org.kpathjvm.runtime.inline;

/**
 * The probes of Ball-Larus path profiling (BLPP) with a hash table. Each completion of a path takes
 * one operation on the table.
 */
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
