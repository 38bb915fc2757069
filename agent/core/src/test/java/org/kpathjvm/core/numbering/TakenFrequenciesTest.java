package org.kpathjvm.core.numbering;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowEdge;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.sample.SampleGraph;

class TakenFrequenciesTest {
  @Test
  void countsOfPathsAreAddedToTheirEdgesStartsAndEnds() {
    // C has back edges to A and to B. If a path ends with a back edge from C, the path's count
    // doesn't show which of the two edges was taken. So each of them gets half of the count.
    FlowGraph graph = SampleGraph.of("A>B B>C C>B C>A C>D", "D").build();
    PathNumbering numbering = PathNumbering.of(graph, BackEdges.of(graph), CutMode.BACK_EDGE, 4096);
    TakenFrequencies frequencies =
        new TakenFrequencies(
            numbering,
            List.of(
                new TakenPath(StartKind.ENTRY, EndKind.LOOP, new int[] {0, 1, 2}, 5),
                new TakenPath(StartKind.LOOP, EndKind.LOOP, new int[] {1, 2}, 7),
                new TakenPath(StartKind.LOOP, EndKind.EXIT, new int[] {1, 2, 3}, 2)));
    assertEquals(5, frequencies.of(new FlowEdge(0, 1)));
    assertEquals(14, frequencies.of(new FlowEdge(1, 2)));
    assertEquals(2, frequencies.of(new FlowEdge(2, 3)));
    assertEquals(6, frequencies.of(new FlowEdge(2, 1)));
    assertEquals(6, frequencies.of(new FlowEdge(2, 0)));
    assertEquals(9, frequencies.of(new Start(StartKind.LOOP, 1, 0)));
    assertEquals(12, frequencies.of(new End(EndKind.LOOP, 2, 0)));
  }
}
