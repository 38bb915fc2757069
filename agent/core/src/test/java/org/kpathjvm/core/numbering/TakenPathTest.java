package org.kpathjvm.core.numbering;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.sample.SampleGraph;

class TakenPathTest {
  /** A leads to the loop of B and C, and the loop leads to D. */
  private static final FlowGraph GRAPH = SampleGraph.of("A>B B>C C>B B>D", "D").build();

  private static final PathNumbering NUMBERING =
      PathNumbering.of(GRAPH, BackEdges.of(GRAPH), CutMode.BACK_EDGE, 64);

  private static void check(boolean isOne, StartKind start, EndKind end, int... blocks) {
    assertEquals(isOne, new TakenPath(start, end, blocks, 1).isOf(GRAPH, NUMBERING));
  }

  @Test
  void onlyPathsThatTheMethodHasAreAccepted() {
    check(true, StartKind.ENTRY, EndKind.LOOP, 0, 1, 2);
    check(true, StartKind.LOOP, EndKind.EXIT, 1, 3);
    check(false, StartKind.LOOP, EndKind.EXIT, 1, 4);
    check(false, StartKind.LOOP, EndKind.EXIT, -1);
    check(false, StartKind.LOOP, EndKind.EXIT, 1, 2, 1, 3);
    check(false, StartKind.ENTRY, EndKind.EXIT, 0, 3);
    check(false, StartKind.LOOP, EndKind.EXIT, 3);
    check(false, StartKind.ENTRY, EndKind.EXIT, 0, 1);
  }
}
