package org.kpathjvm.core.sample;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Enumerates all paths of a small graph in the form {@code "loop [1, 2, 4] exit"}. If a block has
 * too many paths, some of its edges are cut by the same rule as in PathNumbering. But PathNumbering
 * computes the number of paths, whereas here the paths are listed and then counted.
 */
public final class SlowPaths {
  private final SampleGraph graph;
  private final Set<List<Integer>> loopCuts = new LinkedHashSet<>();
  private final Set<List<Integer>> extraCuts = new LinkedHashSet<>();
  private final int maxPaths;
  private final Map<Integer, List<String>> suffixes = new HashMap<>();
  private final List<String> paths = new ArrayList<>();

  public SlowPaths(SampleGraph graph, boolean cutAtHeaders, int maxPaths) {
    this.graph = graph;
    this.maxPaths = maxPaths;
    Set<List<Integer>> backEdges = new SlowFlow(graph).backEdges();
    for (List<Integer> edge : graph.edges) {
      boolean intoHeader = backEdges.stream().anyMatch(back -> back.get(1).equals(edge.get(1)));
      if (cutAtHeaders ? intoHeader : backEdges.contains(edge)) {
        loopCuts.add(edge);
      }
    }
    for (int block = 0; block < graph.blockCount; block++) {
      suffixes(block);
    }
    start("entry", new TreeSet<>(List.of(0)));
    start("loop", targets(loopCuts));
    start("handler", new TreeSet<>(graph.handlers()));
    start("cut", targets(extraCuts));
  }

  public List<String> paths() {
    return paths;
  }

  /** Returns the edges that are cut because there would be too many paths. */
  public Set<List<Integer>> extraCuts() {
    return extraCuts;
  }

  public Set<List<Integer>> loopCuts() {
    return loopCuts;
  }

  private void start(String kind, Set<Integer> blocks) {
    for (int block : blocks) {
      suffixes(block).forEach(suffix -> paths.add(kind + " [" + suffix));
    }
  }

  private static Set<Integer> targets(Set<List<Integer>> edges) {
    Set<Integer> targets = new TreeSet<>();
    edges.forEach(edge -> targets.add(edge.get(1)));
    return targets;
  }

  private List<String> suffixes(int block) {
    if (!suffixes.containsKey(block)) {
      graph.ordinary(block).stream()
          .filter(to -> !loopCuts.contains(List.of(block, to)))
          .forEach(this::suffixes);
      List<String> all = listed(block);
      while (all.size() > maxPaths && cutLargest(block)) {
        all = listed(block);
      }
      suffixes.put(block, all);
    }
    return suffixes.get(block);
  }

  private List<String> listed(int block) {
    Set<String> all = new LinkedHashSet<>();
    if (graph.exits.contains(block)) {
      all.add(block + "] exit");
    }
    for (int to : graph.ordinary(block)) {
      List<Integer> edge = List.of(block, to);
      if (loopCuts.contains(edge)) {
        all.add(block + "] loop");
      } else if (extraCuts.contains(edge)) {
        all.add(block + "] cut");
      } else {
        suffixes.get(to).forEach(suffix -> all.add(block + ", " + suffix));
      }
    }
    return new ArrayList<>(all);
  }

  private boolean cutLargest(int block) {
    List<Integer> largest = null;
    for (int to : new TreeSet<>(graph.ordinary(block))) {
      List<Integer> edge = List.of(block, to);
      if (!loopCuts.contains(edge)
          && !extraCuts.contains(edge)
          && (largest == null || suffixes.get(to).size() > suffixes.get(largest.get(1)).size())) {
        largest = edge;
      }
    }
    return largest != null && extraCuts.add(largest);
  }
}
