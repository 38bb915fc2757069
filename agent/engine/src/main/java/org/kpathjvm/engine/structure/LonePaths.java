package org.kpathjvm.engine.structure;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.kpathjvm.engine.hash.HashPathCounter;
import org.kpathjvm.engine.segment.FailureLog;
import org.kpathjvm.engine.segment.SegmentCounters;
import org.kpathjvm.engine.segment.SegmentReader;

/**
 * The counts, by lease, of paths that were counted instead of streamed, because each was the only
 * path of its sequence. Such a path is the only path of an activation that takes no back edge, or
 * it leads from a handler's entry to an exit without a back edge.
 *
 * <p>In the k-BLPP paper's stream, a completion of such a path would be the marker {@code *} and
 * one item. The completion would take one look-up in R (the table of roots), and at most one new
 * root. In Ball-Larus path profiling (BLPP), the completion would take one update of the table.
 */
final class LonePaths {
  private final Map<Integer, HashPathCounter> byOwner = new HashMap<>();
  private final BitSet paths = new BitSet();
  private long completions;
  private long unknownCompletions;

  /** Reads the counters of paths, and leaves out other counters. */
  LonePaths(
      SegmentReader segment,
      FailureLog failures,
      int[] firstIds,
      int[] pathCounts,
      int[] auxiliaryIds) {
    BitSet auxiliary = new BitSet();
    for (int id : auxiliaryIds) {
      auxiliary.set(id);
    }
    for (int method = 0; method < firstIds.length; method++) {
      paths.set(firstIds[method], firstIds[method] + pathCounts[method]);
    }
    SegmentCounters pages = SegmentCounters.byLease(segment, failures, part -> true);
    for (int owner : pages.owners()) {
      HashPathCounter counter = new HashPathCounter();
      pages.visit(
          owner,
          (id, count) -> {
            if (paths.get(id)) {
              counter.add(id, count);
              completions += count;
            } else if (!auxiliary.get(id)) {
              unknownCompletions += count;
            }
          });
      byOwner.put(owner, counter);
    }
  }

  /**
   * Returns the owners: platform threads' leases, and {@code ProfileSet.CARRIERS} for all carriers.
   */
  Set<Integer> owners() {
    return byOwner.keySet();
  }

  /** Returns how often each path was completed, according to an owner's counters. */
  HashPathCounter of(int owner) {
    return byOwner.get(owner);
  }

  boolean isPath(int id) {
    return paths.get(id);
  }

  /**
   * Returns the sum of the counts of ids that belong neither to a path nor to another counter of a
   * method.
   */
  long unknownCompletions() {
    return unknownCompletions;
  }

  /** Returns the number of completions of lone paths. Each completion is a sequence of one item. */
  long completions() {
    return completions;
  }
}
