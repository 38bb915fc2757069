package org.kpathjvm.runtime.blpp;

import org.kpathjvm.runtime.inline.EdgeProbes;
import org.kpathjvm.runtime.inline.TableLease;
import org.kpathjvm.runtime.inline.Threads;

/** The probes of BLPP with event counting, by arrays or by hash as a method has few paths. */
public class BlppProbes extends EdgeProbes {
  protected BlppProbes() {}

  /** A path of a method with an array is complete. */
  public static void path(int id) {
    TableLease lease = Threads.own();
    BlppTables tables = lease == null ? null : (BlppTables) lease.tables;
    if (tables != null) {
      add(lease, tables.arrays, id);
    }
  }

  /** A path of a method with too many for an array is complete. */
  public static void hashed(int id) {
    TableLease lease = Threads.own();
    BlppTables tables = lease == null ? null : (BlppTables) lease.tables;
    if (tables != null) {
      add(lease, tables.hash, id);
    }
  }
}
