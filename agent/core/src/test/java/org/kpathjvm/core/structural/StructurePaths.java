package org.kpathjvm.core.structural;

import java.util.ArrayList;
import java.util.List;

/**
 * Enumerates the paths of a structure graph, ordered by number. The code is slow, but hard to get
 * wrong.
 */
public final class StructurePaths {
  private StructurePaths() {}

  /** A start, and the steps after it up to an end. */
  public static final class Path {
    public final GraphStart start;
    public final List<Step> steps;

    Path(GraphStart start, List<Step> steps) {
      this.start = start;
      this.steps = steps;
    }

    public int number() {
      return start.value() + steps.stream().mapToInt(Step::value).sum();
    }

    int increments(GraphIncrements increments) {
      return increments.of(start) + steps.stream().mapToInt(increments::of).sum();
    }

    /**
     * Returns the path in the notation of Yasue et al.'s paper about structural path profiling, for
     * example {@code entry-2-[3]-6-loop}. Brackets mark the node of an inner loop.
     */
    String text(StructureForest forest, StructureGraph graph) {
      StringBuilder text = new StringBuilder(start.kind().label());
      for (Step step : steps) {
        boolean inner = forest.levelOf(step.node()) != graph;
        text.append('-').append(inner ? "[" + step.node() + "]" : "" + step.node());
      }
      return text.append('-').append(steps.get(steps.size() - 1).kind().label()).toString();
    }
  }

  public static List<Path> of(StructureGraph graph) {
    List<Path> paths = new ArrayList<>();
    for (GraphStart start : graph.starts()) {
      extend(graph, start, start.node(), List.of(), paths);
    }
    return paths;
  }

  private static void extend(
      StructureGraph graph, GraphStart start, int node, List<Step> before, List<Path> paths) {
    for (Step step : graph.steps(node)) {
      List<Step> steps = new ArrayList<>(before);
      steps.add(step);
      if (step.isEnd()) {
        paths.add(new Path(start, steps));
      } else {
        extend(graph, start, step.target(), steps, paths);
      }
    }
  }
}
