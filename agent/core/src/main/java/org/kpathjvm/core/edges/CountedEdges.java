package org.kpathjvm.core.edges;

import java.util.LinkedHashMap;
import java.util.Map;
import org.kpathjvm.core.cfg.FlowEdge;
import org.kpathjvm.core.cfg.FlowGraph;

/** Edges of one method that have counters, each with its place among these. */
public final class CountedEdges {
  /**
   * Where exceptions that are dispatched to a handler come from, and returns and athrows lead to.
   */
  public static final int OUTSIDE = -1;

  private final Map<FlowEdge, Integer> places = new LinkedHashMap<>();

  CountedEdges() {}

  void add(int from, int to) {
    places.putIfAbsent(new FlowEdge(from, to), places.size());
  }

  /** Dispatches to handlers: they are rare, and no other count tells of them. */
  void addHandlers(FlowGraph graph) {
    for (int block = 0; block < graph.blockCount(); block++) {
      if (graph.isHandler(block)) {
        add(OUTSIDE, block);
      }
    }
  }

  public int size() {
    return places.size();
  }

  public boolean contains(int from, int to) {
    return places.containsKey(new FlowEdge(from, to));
  }

  /** The edge's place, from 0 on; -1: it has no counter. */
  public int place(int from, int to) {
    return places.getOrDefault(new FlowEdge(from, to), -1);
  }
}
