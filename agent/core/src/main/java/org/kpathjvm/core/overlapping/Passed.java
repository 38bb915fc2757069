package org.kpathjvm.core.overlapping;

import java.util.Arrays;
import org.kpathjvm.core.cfg.FlowGraph;

/**
 * How many predicates lie on the ways from an overlapping graph's root to its blocks, each block
 * itself counted: the fewest and the most. They tell the paper's definitely, possibly and
 * definitely not instrumented edges apart.
 */
final class Passed {
  private final int[] fewest;
  private final int[] most;

  /**
   * @param order the root's reach inside the region, each block behind its predecessors there
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
