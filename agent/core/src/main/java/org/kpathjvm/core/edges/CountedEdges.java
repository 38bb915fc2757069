package org.kpathjvm.core.edges;

import java.util.LinkedHashMap;
import java.util.Map;
import org.kpathjvm.core.cfg.FlowEdge;
import org.kpathjvm.core.cfg.FlowGraph;

/** The edges of one method that have counters, each with its place among them. */
public final class CountedEdges {
  /**
   * The source of the edges that stand for dispatches to handlers, and the target of those that
   * stand for returns and athrows.
   */
  public static final int OUTSIDE = -1;

  private final Map<FlowEdge, Integer> places = new LinkedHashMap<>();

  CountedEdges() {}

  void add(int from, int to) {
    places.putIfAbsent(new FlowEdge(from, to), places.size());
  }

  /** Adds the dispatches to handlers. They are rare, and they follow from no other count. */
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

  /** Returns the edge's place, from 0 on; -1 if it has no counter. */
  public int place(int from, int to) {
    return places.getOrDefault(new FlowEdge(from, to), -1);
  }
}
