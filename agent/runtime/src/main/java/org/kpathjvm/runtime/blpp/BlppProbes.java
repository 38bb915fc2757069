package org.kpathjvm.runtime.blpp;

import org.kpathjvm.runtime.inline.EdgeProbes;
import org.kpathjvm.runtime.inline.TableLease;
import org.kpathjvm.runtime.inline.Threads;

/**
 * The probes of BLPP with event counting. A method's paths are counted in arrays or in the hash
 * table, depending on the number of its paths.
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
