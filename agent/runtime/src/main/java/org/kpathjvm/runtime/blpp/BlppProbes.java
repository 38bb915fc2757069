package org.kpathjvm.runtime.blpp;

import org.kpathjvm.runtime.inline.EdgeProbes;
import org.kpathjvm.runtime.inline.TableLease;
import org.kpathjvm.runtime.inline.Threads;

/**
 * The probes of Ball-Larus path profiling (BLPP) with Ball and Larus's event counting: only chords
 * add to the path's number. A method's paths are counted in an array if there are few, and
 * otherwise in a hash table.
 */
public class BlppProbes extends EdgeProbes {
  protected BlppProbes() {}

  /** Counts a complete path of a method with few paths, in an array. */
  public static void path(int id) {
    TableLease lease = Threads.own();
    BlppTables tables = lease == null ? null : (BlppTables) lease.tables;
    if (tables != null) {
      add(lease, tables.arrays, id);
    }
  }

  /** Counts a complete path of a method with too many paths for an array, in the hash table. */
  public static void hashed(int id) {
    TableLease lease = Threads.own();
    BlppTables tables = lease == null ? null : (BlppTables) lease.tables;
    if (tables != null) {
      add(lease, tables.hash, id);
    }
  }
}
