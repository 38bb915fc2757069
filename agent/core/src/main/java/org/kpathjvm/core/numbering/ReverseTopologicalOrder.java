package org.kpathjvm.core.numbering;

import org.kpathjvm.core.cfg.FlowGraph;

/** Orders blocks so that each block comes after the targets of its uncut out-edges. */
final class ReverseTopologicalOrder {
  /** Decides which ordinary edges are cut. */
  interface Cuts {
    boolean contains(int from, int to);
  }

  private ReverseTopologicalOrder() {}

  /**
   * Returns all blocks, each after the targets of its uncut out-edges.
   *
   * @throws IllegalArgumentException if the uncut edges contain a cycle
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
    // The part of the order that is already known is also the queue.
    for (int done = 0; done < known; done++) {
      for (int from : graph.predecessors(order[done])) {
        if (!cuts.contains(from, order[done]) && --waitingFor[from] == 0) {
          order[known++] = from;
        }
      }
    }
    if (known < blockCount) {
      throw new IllegalArgumentException("the edges that aren't cut form a cycle");
    }
    return order;
  }
}
