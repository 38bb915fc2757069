package org.kpathjvm.core.cfg;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * The back edges of a graph. They are the ordinary edges whose target dominates their source, where
 * dominance is computed over ordinary and exception edges. If the remaining ordinary edges still
 * contain a cycle, the {@link RetreatingEdges} among them are back edges, too. Without its back
 * edges, a graph has no cycle of ordinary edges.
 *
 * <p>This is step 2 of Ball and Larus's "Efficient Path Profiling", refined for the JVM. If
 * dominance were computed from ordinary edges only, nearly every loop with a try/catch would be
 * irreducible: the handler would be a second entry of the loop.
 */
public final class BackEdges {
  private static final int[] NO_LATCHES = {};

  private final FlowGraph graph;

  /** Whether an ordinary edge is a back edge, by the edge's index. */
  private final boolean[] isBack;

  private final List<FlowEdge> edges;
  private final boolean irreducible;

  /** Null if every edge leads to a later block, so that the graph has no cycle. */
  private final Dominators dominators;

  /** The sources of the back edges to each block; null if there is no back edge. */
  private final int[][] latches;

  private BackEdges(FlowGraph graph, Dominators dominators, boolean[] isBack, boolean irreducible) {
    this.graph = graph;
    this.dominators = dominators;
    this.isBack = isBack;
    this.irreducible = irreducible;
    edges = Collections.unmodifiableList(sorted(graph, isBack));
    latches = edges.isEmpty() ? null : latches(graph.blockCount(), edges);
  }

  public static BackEdges of(FlowGraph graph) {
    boolean[] isBack = new boolean[graph.edgeCount()];
    if (graph.ascends()) {
      return new BackEdges(graph, null, isBack, false);
    }
    Dominators dominators = Dominators.of(graph);
    for (int from = 0; from < graph.blockCount(); from++) {
      int edge = graph.firstEdge(from);
      for (int to : graph.successors(from)) {
        isBack[edge++] = dominators.dominates(to, from);
      }
    }
    boolean irreducible = RetreatingEdges.addTo(isBack, graph);
    return new BackEdges(graph, dominators, isBack, irreducible);
  }

  public boolean contains(int from, int to) {
    int edge = latches == null ? -1 : graph.edge(from, to);
    return edge >= 0 && isBack[edge];
  }

  /** Returns whether there is a cycle of ordinary edges in which no block dominates all others. */
  public boolean irreducible() {
    return irreducible;
  }

  /** Returns all back edges, ascending by source, then by target. */
  public List<FlowEdge> edges() {
    return edges;
  }

  /** Returns whether a back edge leads to the block. */
  public boolean isHeader(int block) {
    return latches != null && latches[block].length > 0;
  }

  /**
   * Returns the sources of the back edges to the header, ascending; empty if the block isn't a
   * header. The array must not be modified.
   */
  public int[] latches(int header) {
    return latches == null ? NO_LATCHES : latches[header];
  }

  Dominators dominators() {
    return dominators;
  }

  private static List<FlowEdge> sorted(FlowGraph graph, boolean[] isBack) {
    List<FlowEdge> edges = new ArrayList<>(0);
    for (int from = 0; from < graph.blockCount(); from++) {
      int edge = graph.firstEdge(from);
      for (int to : graph.successors(from)) {
        if (isBack[edge++]) {
          edges.add(new FlowEdge(from, to));
        }
      }
    }
    if (edges.size() > 1) {
      edges.sort(Comparator.comparingInt(FlowEdge::from).thenComparingInt(FlowEdge::to));
    }
    return edges;
  }

  private static int[][] latches(int blockCount, List<FlowEdge> edges) {
    int[] counts = new int[blockCount];
    for (FlowEdge edge : edges) {
      counts[edge.to()]++;
    }
    int[][] latches = new int[blockCount][];
    for (int block = 0; block < blockCount; block++) {
      latches[block] = counts[block] == 0 ? NO_LATCHES : new int[counts[block]];
    }
    // Each row is filled from its end, with sources in descending order. So each row is ascending.
    for (int i = edges.size() - 1; i >= 0; i--) {
      FlowEdge edge = edges.get(i);
      latches[edge.to()][--counts[edge.to()]] = edge.from();
    }
    return latches;
  }
}
