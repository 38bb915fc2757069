package org.kpathjvm.core.edges;

import org.kpathjvm.core.cfg.FlowGraph;

/**
 * Edge profiling without a look at frequencies: the edges out of each block with several
 * successors. What enters a block with one successor leaves it by that, unless an exception comes
 * between. Handlers' dispatches are counted too, and an edge of each loop that no branch is in.
 */
public final class BranchEdges {
  private BranchEdges() {}

  /**
   * The counted edges: those of branches ascending by source and in the order of its successors,
   * then those of loops without branches, then dispatches.
   */
  public static CountedEdges of(FlowGraph graph) {
    CountedEdges counted = new CountedEdges();
    for (int from = 0; from < graph.blockCount(); from++) {
      if (graph.successors(from).length > 1) {
        for (int to : graph.successors(from)) {
          counted.add(from, to);
        }
      }
    }
    addLoopsWithoutBranches(graph, counted);
    counted.addHandlers(graph);
    return counted;
  }

  /**
   * From a block with one successor there is one way on, so a loop closes where it is met again.
   */
  private static void addLoopsWithoutBranches(FlowGraph graph, CountedEdges counted) {
    // By which block's way on a block was met first, from 1 on.
    int[] metBy = new int[graph.blockCount()];
    for (int start = 0; start < graph.blockCount(); start++) {
      int block = start;
      while (metBy[block] == 0 && graph.successors(block).length == 1) {
        metBy[block] = start + 1;
        int next = graph.successors(block)[0];
        if (metBy[next] == start + 1) {
          counted.add(block, next);
        }
        block = next;
      }
    }
  }
}
