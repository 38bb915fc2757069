package org.kpathjvm.core.edges;

import org.kpathjvm.core.cfg.FlowGraph;

/**
 * Edge profiling that doesn't look at frequencies. It counts the edges out of each block with
 * several successors. Control that enters a block with one successor leaves by that edge, unless an
 * exception intervenes. Dispatches to handlers are counted too, and so is one edge of each loop
 * that contains no branch.
 */
public final class BranchEdges {
  private BranchEdges() {}

  /**
   * Returns the counted edges: first those of branches, ascending by source and for each source in
   * the order of its successors, then those of loops without branches, then dispatches.
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
   * Counts the edge that closes each loop without branches. Only one way leads on from a block with
   * one successor, so a loop closes where a block is met again.
   */
  private static void addLoopsWithoutBranches(FlowGraph graph, CountedEdges counted) {
    // For each block, 1 plus the start from which the block was reached last; 0 if it hasn't been
    // reached.
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
