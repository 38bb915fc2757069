package org.kpathjvm.core.cfg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpathjvm.core.sample.SampleGraph;

class RetreatingEdgesTest {
  static Stream<Arguments> graphs() {
    return Stream.of(
        // There is no cycle.
        arguments("A>B A>C B>C", "C", "", ""),
        // The cycle of B and C can be entered at both blocks. The search reaches B first, so C>B
        // retreats.
        arguments("A>B A>C B>C C>B C>D", "D", "", "C>B"),
        // Successors are taken by ascending index, whatever their order in the string.
        arguments("A>C A>B C>B B>C B>D", "D", "", "C>B"),
        // At a handler's entry that only exceptions reach, a new search begins.
        arguments("A!B A!C B>C C>B", "AC", "", "C>B"),
        // Edges that have already been removed don't count.
        arguments("A>B B>B B>C", "C", "B>B", ""));
  }

  @ParameterizedTest
  @MethodSource("graphs")
  void retreatingEdgesOfASearchAreFound(
      String edges, String exits, String removed, String retreating) {
    FlowGraph graph = SampleGraph.of(edges, exits).build();
    boolean[] isBack = flags(graph, removed);
    assertEquals(!retreating.isEmpty(), RetreatingEdges.addTo(isBack, graph));
    assertArrayEquals(flags(graph, (removed + " " + retreating).trim()), isBack);
  }

  private static boolean[] flags(FlowGraph graph, String edges) {
    boolean[] flags = new boolean[graph.edgeCount()];
    for (String edge : edges.isEmpty() ? new String[0] : edges.split(" ")) {
      flags[graph.edge(edge.charAt(0) - 'A', edge.charAt(2) - 'A')] = true;
    }
    return flags;
  }
}
