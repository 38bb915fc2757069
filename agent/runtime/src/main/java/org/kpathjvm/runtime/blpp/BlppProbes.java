package org.kpathjvm.runtime.blpp;

import org.kpathjvm.runtime.inline.EdgeProbes;
import org.kpathjvm.runtime.inline.TableLease;
import org.kpathjvm.runtime.inline.Threads;

/**
 * The probes of Ball-Larus path profiling (BLPP) with Ball and Larus's event counting, which places
 * increments of the path's number on few edges. The paths of a method with few paths are counted in
 * an array. The paths of other methods are counted in a hash table.
 */
public class BlppProbes extends EdgeProbes {
  protected BlppProbes() {}

  /** Counts a complete path of a method whose paths are counted in an array. */
  public static void path(int id) {
    TableLease lease = Threads.own();
    BlppTables tables = lease == null ? null : (BlppTables) lease.tables;
    if (tables != null) {
      add(lease, tables.arrays, id);
    }
  }

  /** Counts a complete path of a method with too many paths for an array. */
  public static void hashed(int id) {
    TableLease lease = Threads.own();
    BlppTables tables = lease == null ? null : (BlppTables) lease.tables;
    if (tables != null) {
      add(lease, tables.hash, id);
    }
  }
}
