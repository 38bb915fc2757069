package org.kpathjvm.core.instrument.hotness;

import java.util.ArrayList;
import java.util.List;
import org.kpathjvm.core.cfg.FlowEdge;
import org.kpathjvm.core.instrument.probes.MethodCode;

/** The edges of a method that have counters. */
final class HotEdges {
  /** Stands for the source of an edge to a handler, because exceptions may come from any block. */
  static final int OUTSIDE = -1;

  private final List<FlowEdge> edges;

  HotEdges(MethodCode code) {
    edges = new ArrayList<>(code.backEdges.edges());
    for (int block = 0; block < code.graph.blockCount(); block++) {
      if (code.graph.isHandler(block)) {
        edges.add(new FlowEdge(OUTSIDE, block));
      }
    }
  }

  int size() {
    return edges.size();
  }

  /** Returns the edge's position among the edges with counters, or -1 if it has no counter. */
  int place(int from, int to) {
    return edges.indexOf(new FlowEdge(from, to));
  }

  boolean contains(int from, int to) {
    return place(from, to) >= 0;
  }
}
