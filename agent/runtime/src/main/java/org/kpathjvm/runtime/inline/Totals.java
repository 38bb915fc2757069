package org.kpathjvm.runtime.inline;

import java.util.LinkedHashMap;
import java.util.Map;

/** Figures of all tables; those of the k-slab forest are sums over the threads' forests. */
final class Totals {
  private static final int REFERENCE_BYTES = 4;

  private long tables;
  private long items;
  private long counted;
  private long hashOperations;
  private long nodeScans;
  private long ksfNodes;
  private long ksfRoots;
  private long ksfInternalNodes;
  private long blppEntries;
  private long bytes;
  long threads;
  long lost;

  /** Adds a lease's tables, which may be in use. */
  void add(Lease lease) {
    tables++;
    counted += sum(lease.counters);
    bytes += bytes(lease.counters);
    if (lease.pathPages != null) {
      items += sum(lease.pathPages);
      bytes += bytes(lease.pathPages);
    }
    if (lease.paths != null) {
      long completions = sum(lease.paths);
      items += completions;
      hashOperations += completions;
      blppEntries += lease.paths.size();
      bytes += 8L * lease.paths.entries().length;
    }
    if (lease.forest != null) {
      add(lease.forest);
    }
  }

  private void add(Forest forest) {
    long[] nodes = forest.nodes;
    int end = Math.min(forest.end, nodes.length / Forest.STRIDE);
    for (int node = 1; node < end; node++) {
      items += nodes[Forest.STRIDE * node + Forest.COUNT];
      ksfInternalNodes += nodes[Forest.STRIDE * node + Forest.CHILD] != 0 ? 1 : 0;
    }
    ksfNodes += end - 1;
    ksfRoots += forest.roots.size();
    hashOperations += forest.rootFinds;
    nodeScans += forest.nodeScans;
    bytes += 8L * (nodes.length + forest.roots.entries().length);
  }

  private static long sum(PathTable table) {
    long[] entries = table.entries();
    long sum = 0;
    for (int at = 1; at < entries.length; at += 2) {
      sum += entries[at];
    }
    return sum;
  }

  private static long sum(CounterPages counters) {
    long sum = 0;
    for (long[] page : counters.pages) {
      for (int at = 0; page != null && at < page.length; at++) {
        sum += page[at];
      }
    }
    return sum;
  }

  private static long bytes(CounterPages counters) {
    long bytes = (long) REFERENCE_BYTES * counters.pages.length;
    for (long[] page : counters.pages) {
      bytes += page == null ? 0 : 8L * page.length;
    }
    return bytes;
  }

  /** By the names that they have in inline.json; what the profiler doesn't have is 0. */
  Map<String, Long> byName() {
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("items", items);
    figures.put("counted", counted);
    figures.put("hash_operations", hashOperations);
    figures.put("blpp_entries", blppEntries);
    figures.put("node_scans", nodeScans);
    figures.put("ksf_nodes", ksfNodes);
    figures.put("ksf_roots", ksfRoots);
    figures.put("ksf_internal_nodes", ksfInternalNodes);
    figures.put("bytes", bytes);
    figures.put("tables", tables);
    figures.put("threads", threads);
    figures.put("lost", lost);
    return figures;
  }
}
