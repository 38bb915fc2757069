package org.kpathjvm.core.numbering;

import org.kpathjvm.core.cfg.FlowGraph;

/** The blocks in an order in which each comes after all its successors by uncut edges. */
final class ReverseTopologicalOrder {
  /** Tells which ordinary edges are cut. */
  interface Cuts {
    boolean contains(int from, int to);
  }

  private ReverseTopologicalOrder() {}

  /**
   * Blocks, every one once.
   *
   * @throws IllegalArgumentException if the uncut edges hold a cycle
   */
  static int[] of(FlowGraph graph, Cuts cuts) {
    int blockCount = graph.blockCount();
    int[] waitingFor = new int[blockCount];
    int[] order = new int[blockCount];
    int known = 0;
    for (int block = 0; block < blockCount; block++) {
      for (int to : graph.successors(block)) {
        waitingFor[block] += cuts.contains(block, to) ? 0 : 1;
      }
      if (waitingFor[block] == 0) {
        order[known++] = block;
      }
    }
    // The order's own prefix is the queue.
    for (int done = 0; done < known; done++) {
      for (int from : graph.predecessors(order[done])) {
        if (!cuts.contains(from, order[done]) && --waitingFor[from] == 0) {
          order[known++] = from;
        }
      }
    }
    if (known < blockCount) {
      throw new IllegalArgumentException("the edges that are not cut hold a cycle");
    }
    return order;
  }
}
