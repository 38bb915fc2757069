package org.kpathjvm.core.structural;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.kpathjvm.core.numbering.SpanningTree;

/**
 * Replaces the values of a structure graph's steps with increments on the chords of a spanning
 * tree. This is step 4 of "Efficient Path Profiling" (Ball and Larus). Edges between nodes are
 * added to the tree before starts and ends, so that starts and ends are more likely to be chords.
 * Starts and ends have code in any case, and an increment can be added to this code.
 */
public final class GraphIncrements {
  private final Map<Integer, Integer> places = new HashMap<>();
  private final long[] potentials;
  private final int entry;
  private final int exit;

  private GraphIncrements(StructureGraph graph) {
    List<Integer> nodes = graph.nodes();
    for (int node : nodes) {
      places.put(node, places.size());
    }
    entry = nodes.size();
    exit = entry + 1;
    SpanningTree tree = new SpanningTree(exit + 1);
    // The edge from EXIT to ENTRY comes first, because it must be in the tree: the potentials along
    // a path cancel only then.
    tree.join(exit, entry, 0);
    for (boolean ends : new boolean[] {false, true}) {
      for (int node : nodes) {
        for (Step step : graph.steps(node)) {
          if (step.isEnd() == ends) {
            tree.join(places.get(node), target(step), step.value());
          }
        }
      }
    }
    for (GraphStart start : graph.starts()) {
      tree.join(entry, places.get(start.node()), start.value());
    }
    potentials = tree.potentials();
  }

  /** Computes the increments of a graph. Its paths must already have numbers. */
  public static GraphIncrements of(StructureGraph graph) {
    return new GraphIncrements(graph);
  }

  /**
   * Returns the increment of a start. The register's initial value is the sum of this increment and
   * the id of the graph's path 0.
   */
  public int of(GraphStart start) {
    return (int) (start.value() + potentials[entry] - potentials[places.get(start.node())]);
  }

  /** Returns the increment of a step. It is 0 for a step in the tree. */
  public int of(Step step) {
    return (int) (step.value() + potentials[places.get(step.node())] - potentials[target(step)]);
  }

  private int target(Step step) {
    return step.isEnd() ? exit : places.get(step.target());
  }
}
