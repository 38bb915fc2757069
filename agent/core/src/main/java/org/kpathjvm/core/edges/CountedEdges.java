package org.kpathjvm.core.edges;

import java.util.LinkedHashMap;
import java.util.Map;
import org.kpathjvm.core.cfg.FlowEdge;
import org.kpathjvm.core.cfg.FlowGraph;

/** The edges of one method that have counters. Each edge has a place in the list of these edges. */
public final class CountedEdges {
  /**
   * Stands for everything outside the method. A dispatch to a handler is an edge with this source.
   * A return or athrow is an edge with this target.
   */
  public static final int OUTSIDE = -1;

  private final Map<FlowEdge, Integer> places = new LinkedHashMap<>();

  CountedEdges() {}

  void add(int from, int to) {
    places.putIfAbsent(new FlowEdge(from, to), places.size());
  }

  /**
   * Adds the dispatches to handlers. They are rare, and their counts can't be derived from other
   * counts.
   */
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

  /** Returns the edge's place, counted from 0; -1 if the edge has no counter. */
  public int place(int from, int to) {
    return places.getOrDefault(new FlowEdge(from, to), -1);
  }
}
