package org.kpathjvm.core.edges;

import org.kpathjvm.core.cfg.FlowGraph;

/**
 * Chooses the edges that are counted: all edges out of blocks with several successors, all
 * dispatches to handlers, and one edge of each loop without branches. No other edge needs a
 * counter: control that enters the edge's source takes the edge unless an exception is thrown.
 */
public final class BranchEdges {
  private BranchEdges() {}

  /**
   * Returns the counted edges: first the edges out of branches, then the edges of loops without
   * branches, and finally the dispatches. The edges out of branches ascend by source. The edges of
   * one source are in the order of its successors.
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
   * Adds, for each loop without branches, the edge that closes the loop. A search goes from block
   * to block for as long as each block has only one successor. An edge to a block that the same
   * search has already met closes a loop.
   */
  private static void addLoopsWithoutBranches(FlowGraph graph, CountedEdges counted) {
    // For each block, 1 plus the start of the search that went on from the block; 0 if there is
    // none.
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
