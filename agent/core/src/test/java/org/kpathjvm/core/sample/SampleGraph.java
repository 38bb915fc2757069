package org.kpathjvm.core.sample;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.kpathjvm.core.cfg.FlowGraph;

/**
 * A graph as plain lists, in the order of insertion. {@link SlowFlow} and {@link SlowPaths} read it
 * directly, and FlowGraphs are built from it.
 */
public final class SampleGraph {
  public final int blockCount;
  public final List<List<Integer>> edges = new ArrayList<>();
  public final List<List<Integer>> exceptionEdges = new ArrayList<>();
  public final List<Integer> exits = new ArrayList<>();

  public SampleGraph(int blockCount) {
    this.blockCount = blockCount;
  }

  /**
   * Returns a graph. Its edges are written as {@code "A>B B>C B!D"}, where {@code !} denotes an
   * exception edge. Its exits are written as {@code "CD"}.
   */
  public static SampleGraph of(String edges, String exits) {
    int last = edges.chars().filter(Character::isLetter).max().orElse('A');
    SampleGraph graph = new SampleGraph(Math.max(last, exits.chars().max().orElse('A')) - 'A' + 1);
    for (String edge : edges.isEmpty() ? new String[0] : edges.split(" ")) {
      List<Integer> pair = Arrays.asList(edge.charAt(0) - 'A', edge.charAt(2) - 'A');
      (edge.charAt(1) == '>' ? graph.edges : graph.exceptionEdges).add(pair);
    }
    exits.chars().forEach(exit -> graph.exits.add(exit - 'A'));
    return graph;
  }

  public FlowGraph build() {
    GraphBuilder builder = new GraphBuilder(blockCount);
    edges.forEach(edge -> builder.edge(edge.get(0), edge.get(1)));
    exceptionEdges.forEach(edge -> builder.exceptionEdge(edge.get(0), edge.get(1)));
    exits.forEach(builder::exit);
    return builder.build();
  }

  /** Returns the targets of a block's ordinary edges without repetition. */
  public List<Integer> ordinary(int block) {
    return targets(edges, block);
  }

  /** Returns the targets of a block's ordinary edges, then those of its exception edges. */
  public List<Integer> all(int block) {
    List<Integer> targets = new ArrayList<>(ordinary(block));
    targets.addAll(targets(exceptionEdges, block));
    return targets;
  }

  public List<Integer> handlers() {
    return exceptionEdges.stream()
        .map(edge -> edge.get(1))
        .distinct()
        .sorted()
        .collect(Collectors.toList());
  }

  private static List<Integer> targets(List<List<Integer>> edges, int block) {
    return edges.stream()
        .filter(edge -> edge.get(0) == block)
        .map(edge -> edge.get(1))
        .distinct()
        .collect(Collectors.toList());
  }

  @Override
  public String toString() {
    return blockCount
        + " blocks, edges "
        + edges
        + ", exceptions "
        + exceptionEdges
        + ", exits "
        + exits;
  }
}
