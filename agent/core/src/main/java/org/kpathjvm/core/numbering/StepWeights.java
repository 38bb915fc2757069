package org.kpathjvm.core.numbering;

import java.util.Collection;
import org.kpathjvm.core.cfg.FlowGraph;

/** Counts how often the paths of an earlier run took each uncut edge, start and end of a method. */
final class StepWeights {
  private final long[] edges;
  private final long[][] starts;
  private final long[][] ends;
  private long total;

  StepWeights(FlowGraph graph, Collection<TakenPath> taken) {
    edges = new long[graph.edgeCount()];
    starts = new long[StartKind.values().length][graph.blockCount()];
    ends = new long[EndKind.values().length][graph.blockCount()];
    for (TakenPath path : taken) {
      int last = path.blocks.length - 1;
      starts[path.start.ordinal()][path.blocks[0]] += path.count;
      ends[path.end.ordinal()][path.blocks[last]] += path.count;
      for (int at = 0; at < last; at++) {
        edges[graph.edge(path.blocks[at], path.blocks[at + 1])] += path.count;
      }
      total += path.count;
    }
  }

  /** Returns the number of completions of all paths. */
  long total() {
    return total;
  }

  long of(Start start) {
    return starts[start.kind().ordinal()][start.block()];
  }

  /**
   * Returns how often an uncut edge was taken.
   *
   * @param edge the edge's index
   */
  long ofEdge(int edge) {
    return edges[edge];
  }

  long ofEnd(EndKind kind, int block) {
    return ends[kind.ordinal()][block];
  }
}
