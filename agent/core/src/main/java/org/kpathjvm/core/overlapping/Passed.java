package org.kpathjvm.core.overlapping;

import java.util.Arrays;
import org.kpathjvm.core.cfg.FlowGraph;

/**
 * For each block of an overlapping graph, the smallest and the largest number of predicates on a
 * path from the root to the block, including the root and the block. Tallam, Zhang and Gupta's
 * paper uses these numbers to distinguish three sorts of edges: definitely instrumented (DI),
 * possibly instrumented (PI), and definitely not instrumented (DNI).
 */
final class Passed {
  private final int[] fewest;
  private final int[] most;

  /**
   * Counts the predicates.
   *
   * @param order the blocks that the root reaches inside the region, in topological order
   */
  Passed(FlowGraph graph, Region region, int[] order) {
    fewest = new int[graph.blockCount()];
    most = new int[graph.blockCount()];
    Arrays.fill(fewest, Integer.MAX_VALUE);
    fewest[order[0]] = 0;
    for (int block : order) {
      int own = region.isPredicate(block) ? 1 : 0;
      fewest[block] += own;
      most[block] += own;
      for (int to : graph.successors(block)) {
        if (region.isInside(block, to)) {
          fewest[to] = Math.min(fewest[to], fewest[block]);
          most[to] = Math.max(most[to], most[block]);
        }
      }
    }
  }

  int fewest(int block) {
    return fewest[block];
  }

  int most(int block) {
    return most[block];
  }
}
