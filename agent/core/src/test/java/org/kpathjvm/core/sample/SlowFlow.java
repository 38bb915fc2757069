package org.kpathjvm.core.sample;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Finds dominance, back edges and loops of small graphs, directly from the definitions. */
public final class SlowFlow {
  private final SampleGraph graph;
  private final Set<List<Integer>> backEdges = new HashSet<>();
  private final boolean irreducible;

  public SlowFlow(SampleGraph graph) {
    this.graph = graph;
    for (List<Integer> edge : graph.edges) {
      if (dominates(edge.get(1), edge.get(0))) {
        backEdges.add(edge);
      }
    }
    irreducible = holdsCycle();
    if (irreducible) {
      Set<List<Integer>> retreating = new HashSet<>();
      Set<Integer> visited = new HashSet<>();
      search(0, new ArrayList<>(), visited, retreating);
      for (int handler : graph.handlers()) {
        search(handler, new ArrayList<>(), visited, retreating);
      }
      backEdges.addAll(retreating);
    }
  }

  /**
   * Returns the blocks that can be reached from {@code from} over ordinary edges and exception
   * edges without entering the block {@code without}. If {@code without} is -1, all blocks may be
   * entered.
   */
  public static Set<Integer> reach(SampleGraph graph, int from, int without) {
    Set<Integer> reached = new TreeSet<>();
    if (from != without) {
      reached.add(from);
    }
    boolean grows = !reached.isEmpty();
    while (grows) {
      Set<Integer> more = new TreeSet<>(reached);
      reached.forEach(block -> more.addAll(graph.all(block)));
      more.remove(without);
      grows = reached.addAll(more);
    }
    return reached;
  }

  /** Returns whether every way from block 0 to b enters a. */
  public boolean dominates(int a, int b) {
    return !reach(graph, 0, a).contains(b);
  }

  public Set<List<Integer>> backEdges() {
    return backEdges;
  }

  public boolean irreducible() {
    return irreducible;
  }

  /**
   * Returns whether the ordinary edges that aren't back edges contain a cycle, so that some block
   * reaches itself.
   */
  public boolean holdsCycle() {
    SampleGraph rest = new SampleGraph(graph.blockCount);
    graph.edges.stream().filter(edge -> !backEdges.contains(edge)).forEach(rest.edges::add);
    return rest.edges.stream().anyMatch(edge -> reach(rest, edge.get(1), -1).contains(edge.get(0)));
  }

  /**
   * Returns the header and every block from which a latch is reached without passing the header.
   */
  public Set<Integer> naturalLoop(int header) {
    Set<Integer> loop = new TreeSet<>(Arrays.asList(header));
    for (int block = 0; block < graph.blockCount; block++) {
      for (List<Integer> edge : backEdges) {
        if (edge.get(1) == header && reach(graph, block, header).contains(edge.get(0))) {
          loop.add(block);
        }
      }
    }
    return loop;
  }

  private void search(
      int block, List<Integer> way, Set<Integer> visited, Set<List<Integer>> retreating) {
    if (!visited.add(block)) {
      return;
    }
    way.add(block);
    for (int target : new TreeSet<>(graph.ordinary(block))) {
      List<Integer> edge = Arrays.asList(block, target);
      if (!backEdges.contains(edge)) {
        if (way.contains(target)) {
          retreating.add(edge);
        }
        search(target, way, visited, retreating);
      }
    }
    way.remove(way.size() - 1);
  }
}
