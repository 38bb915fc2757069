package org.kpathjvm.core.overlapping;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.kpathjvm.core.cfg.FlowEdge;

/**
 * Decodes the number of an extension, which is the continuation of a Ball-Larus path beyond a back
 * edge or across a call. Readers of methods.jsonl can decode extensions in this way, too.
 */
public final class ExtensionDecoder {
  private ExtensionDecoder() {}

  public static List<Integer> decode(OverlappingGraph graph, int number) {
    List<Integer> blocks = new ArrayList<>();
    int rest = number;
    int passed = 0;
    int at = graph.root();
    while (true) {
      blocks.add(at);
      passed += Arrays.binarySearch(graph.predicates(), at) >= 0 ? 1 : 0;
      boolean ends = Arrays.binarySearch(graph.ends(), at) >= 0;
      FlowEdge taken = passed > graph.degree() || ends && rest == 0 ? null : best(graph, at, rest);
      if (taken == null) {
        if (rest != 0) {
          throw new IllegalArgumentException(
              number + " belongs to no extension: " + rest + " is left");
        }
        return blocks;
      }
      rest -= graph.value(taken);
      at = taken.to();
    }
  }

  private static FlowEdge best(OverlappingGraph graph, int from, int rest) {
    FlowEdge best = null;
    for (FlowEdge edge : graph.edges()) {
      if (edge.from() == from
          && graph.value(edge) <= rest
          && (best == null || graph.value(edge) >= graph.value(best))) {
        best = edge;
      }
    }
    return best;
  }

  /** Returns all extensions, by ascending number. */
  static List<List<Integer>> all(OverlappingGraph graph) {
    List<List<Integer>> all = new ArrayList<>();
    for (int number = 0; number < graph.span(); number++) {
      try {
        all.add(decode(graph, number));
      } catch (IllegalArgumentException e) {
        // This number belongs to no extension.
      }
    }
    return all;
  }
}
