package org.kpathjvm.core.structural;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.kpathjvm.core.numbering.SpanningTree;

/**
 * Increments on the chords of a structure graph instead of values on all its steps: step 4 of Ball
 * and Larus. The graph's edges are joined to the tree before its starts and ends. Starts and ends
 * have code anyway, so the increments that they need are added there.
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
    // The edge EXIT to ENTRY comes first, because the potentials have to cancel around each path.
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

  /** Computes the increments of a graph whose paths are numbered. */
  public static GraphIncrements of(StructureGraph graph) {
    return new GraphIncrements(graph);
  }

  /** Returns what the graph's register is set to at a start. */
  public int of(GraphStart start) {
    return (int) (start.value() + potentials[entry] - potentials[places.get(start.node())]);
  }

  /** Returns what is added at a step, which is 0 on the tree. */
  public int of(Step step) {
    return (int) (step.value() + potentials[places.get(step.node())] - potentials[target(step)]);
  }

  private int target(Step step) {
    return step.isEnd() ? exit : places.get(step.target());
  }
}
