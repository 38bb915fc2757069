package org.kpathjvm.core.cfg;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

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

  private final List<FlowEdge> edges;
  private final Set<FlowEdge> all;
  private final boolean irreducible;
  private final Dominators dominators;
  private final int[][] latches;

  private BackEdges(
      int blockCount, Dominators dominators, Set<FlowEdge> dominance, Set<FlowEdge> retreating) {
    this.dominators = dominators;
    irreducible = !retreating.isEmpty();
    all = new HashSet<>(dominance);
    all.addAll(retreating);
    List<FlowEdge> sorted = new ArrayList<>(all);
    sorted.sort(Comparator.comparingInt(FlowEdge::from).thenComparingInt(FlowEdge::to));
    edges = Collections.unmodifiableList(sorted);
    latches = latches(blockCount, sorted);
  }

  public static BackEdges of(FlowGraph graph) {
    Dominators dominators = Dominators.of(graph);
    Set<FlowEdge> dominance = new HashSet<>();
    for (int from = 0; from < graph.blockCount(); from++) {
      for (int to : graph.successors(from)) {
        if (dominators.dominates(to, from)) {
          dominance.add(new FlowEdge(from, to));
        }
      }
    }
    return new BackEdges(
        graph.blockCount(), dominators, dominance, RetreatingEdges.find(graph, dominance));
  }

  public boolean contains(int from, int to) {
    return all.contains(new FlowEdge(from, to));
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
    return latches[block].length > 0;
  }

  /**
   * Sources of the back edges to that block, ascending; empty if it is no header. Not to be
   * modified.
   */
  public int[] latches(int header) {
    return latches[header];
  }

  Dominators dominators() {
    return dominators;
  }

  private static int[][] latches(int blockCount, List<FlowEdge> edges) {
    int[] counts = new int[blockCount];
    edges.forEach(edge -> counts[edge.to()]++);
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
