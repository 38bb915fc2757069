package org.kpathjvm.core.numbering;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.kpathjvm.core.cfg.FlowEdge;

/**
 * Replaces the values of all edges with increments on the chords of a spanning tree. This is step 4
 * of "Efficient Path Profiling" (Ball and Larus). The graph includes these dummy edges: from ENTRY
 * to each start, from each end to EXIT, and from EXIT to ENTRY. The edge from EXIT to ENTRY has the
 * value 0 and is always in the tree. A maximum spanning tree by edge weight leaves light edges as
 * chords. Each node v has a potential phi(v), with phi(v) = phi(u) + Val(u,v) for each edge from u
 * to v in the tree. The increment of any edge is Inc(u,v) = Val(u,v) + phi(u) - phi(v), which is 0
 * for edges in the tree. The potentials along a path cancel, so the increments add up to the path's
 * number.
 */
public final class IncrementPlacement {
  /**
   * The cost of an increment on each edge, for example how often the edge is expected to be taken.
   * The unit is arbitrary. Edges with large weights are unlikely to get an increment.
   */
  public interface Weights {
    long of(Start start);

    long of(FlowEdge edge);

    long of(End end);
  }

  /** An edge of the graph or a dummy edge, between two nodes of the tree. */
  private static final class Edge {
    final Object key;
    final int from;
    final int to;
    final long value;
    final long weight;
    boolean inTree;

    Edge(Object key, int from, int to, long value, long weight) {
      this.key = key;
      this.from = from;
      this.to = to;
      this.value = value;
      this.weight = weight;
    }
  }

  private final Map<Object, Edge> edges = new HashMap<>();
  private final long[] potential;

  private IncrementPlacement(List<Edge> all, int nodeCount) {
    all.forEach(edge -> edges.put(edge.key, edge));
    SpanningTree tree = new SpanningTree(nodeCount);
    // The edge from EXIT to ENTRY is first in the list, and stays first regardless of its weight.
    List<Edge> heaviestFirst = new ArrayList<>(all.subList(1, all.size()));
    heaviestFirst.sort(Comparator.comparingLong((Edge edge) -> edge.weight).reversed());
    heaviestFirst.add(0, all.get(0));
    for (Edge edge : heaviestFirst) {
      edge.inTree = tree.join(edge.from, edge.to, edge.value);
    }
    potential = tree.potentials();
  }

  /** Places the increments of a numbering. */
  public static IncrementPlacement of(PathNumbering numbering, Weights weights) {
    return of(numbering, new PathIncrements(numbering, null), weights);
  }

  /**
   * Places the increments for given values of a numbering's starts, edges and ends.
   *
   * @param values the values, whose sum along each path is the path's number
   */
  public static IncrementPlacement of(
      PathNumbering numbering, PathIncrements values, Weights weights) {
    int entry = numbering.graph().blockCount();
    int exit = entry + 1;
    List<Edge> all = new ArrayList<>();
    all.add(new Edge(numbering, exit, entry, 0, 0));
    for (Start start : numbering.starts()) {
      int value = values.start(start.kind(), start.block());
      all.add(new Edge(start, entry, start.block(), value, weights.of(start)));
    }
    for (FlowEdge edge : numbering.numberedEdges()) {
      int value = values.edge(edge.from(), edge.to());
      all.add(new Edge(edge, edge.from(), edge.to(), value, weights.of(edge)));
    }
    for (End end : numbering.ends()) {
      int value = values.end(end.kind(), end.block());
      all.add(new Edge(end, end.block(), exit, value, weights.of(end)));
    }
    return new IncrementPlacement(all, exit + 1);
  }

  /**
   * Returns Inc of a start. The path register is initialised to this value, plus the id of path 0
   * if the register holds ids.
   */
  public long increment(Start start) {
    return increment(known(start));
  }

  /**
   * Returns Inc of an uncut edge. It is 0 for an edge in the tree, and may be negative for a chord.
   */
  public long increment(FlowEdge edge) {
    return increment(known(edge));
  }

  /** Returns Inc of an end. It is added to the path register before the path is recorded. */
  public long increment(End end) {
    return increment(known(end));
  }

  /** Returns whether the uncut edge is a chord, so that it may need an increment. */
  public boolean isChord(FlowEdge edge) {
    return !known(edge).inTree;
  }

  boolean isChord(Start start) {
    return !known(start).inTree;
  }

  boolean isChord(End end) {
    return !known(end).inTree;
  }

  private long increment(Edge edge) {
    return edge.value + potential[edge.from] - potential[edge.to];
  }

  private Edge known(Object key) {
    Edge edge = edges.get(key);
    if (edge == null) {
      throw new IllegalArgumentException("not an edge of the numbering: " + key);
    }
    return edge;
  }
}
