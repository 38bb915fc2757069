package org.kpathjvm.core.cfg;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * The back edges of a graph: the ordinary edges whose target dominates their source, exception
 * edges taking part in dominance; and, if the other ordinary edges still hold a cycle, the {@link
 * RetreatingEdges} among those. Without its back edges a graph has no cycle of ordinary edges.
 *
 * <p>Step 2 of Ball and Larus, refined for the JVM: with ordinary edges alone, nearly every loop
 * with a try/catch inside would be irreducible, the handler being a second entry.
 */
public final class BackEdges {
  private static final int[] NO_LATCHES = {};

  private final FlowGraph graph;

  /** By index of ordinary edge. */
  private final boolean[] isBack;

  private final List<FlowEdge> edges;
  private final boolean irreducible;

  /** Null if the graph hasn't any cycle. */
  private final Dominators dominators;

  /** By header; null without any back edge. */
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

  /** Whether some cycle of ordinary edges has no header that dominates it. */
  public boolean irreducible() {
    return irreducible;
  }

  /** All back edges, ascending by source, then by target. */
  public List<FlowEdge> edges() {
    return edges;
  }

  /** Whether a back edge leads to the block. */
  public boolean isHeader(int block) {
    return latches != null && latches[block].length > 0;
  }

  /**
   * Sources of the back edges to that block, ascending; empty if it is no header. Not to be
   * modified.
   */
  public int[] latches(int header) {
    return latches == null ? NO_LATCHES : latches[header];
  }

  /** Dominance in the graph; null if it has no cycle, and so no back edge. */
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
    // Filled from the back, by descending sources.
    for (int i = edges.size() - 1; i >= 0; i--) {
      FlowEdge edge = edges.get(i);
      latches[edge.to()][--counts[edge.to()]] = edge.from();
    }
    return latches;
  }
}
