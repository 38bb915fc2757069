package org.kpathjvm.core.cfg;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Blocks with an ordinary edge to themselves, which Ball and Larus's slides count apart from paths.
 * A block that leads nowhere else isn't one of them: no path would end behind it.
 */
public final class SelfLoops {
  private SelfLoops() {}

  /** Whether the ordinary edge from the block to itself exists, and isn't its only one. */
  public static boolean has(FlowGraph graph, int block) {
    return graph.successors(block).length > 1 && graph.edge(block, block) >= 0;
  }

  /** The graph without these edges; itself if there are none. */
  public static FlowGraph without(FlowGraph graph) {
    int[][] successors = new int[graph.blockCount()][];
    int[][] handlers = new int[graph.blockCount()][];
    BitSet exits = new BitSet();
    boolean any = false;
    for (int block = 0; block < graph.blockCount(); block++) {
      int self = block;
      boolean has = has(graph, block);
      successors[block] =
          has
              ? Arrays.stream(graph.successors(block)).filter(to -> to != self).toArray()
              : graph.successors(block);
      handlers[block] = graph.handlersOf(block);
      exits.set(block, graph.isExit(block));
      any |= has;
    }
    return any ? new FlowGraph(successors, handlers, exits) : graph;
  }
}
