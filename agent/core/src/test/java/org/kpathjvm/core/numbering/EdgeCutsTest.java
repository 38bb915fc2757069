package org.kpathjvm.core.numbering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.sample.SampleGraph;

class EdgeCutsTest {
  private static EdgeCuts cuts(SampleGraph sample, CutMode mode, int maxPaths, int keptPaths) {
    FlowGraph graph = sample.build();
    return EdgeCuts.of(graph, BackEdges.of(graph), mode, maxPaths, keptPaths);
  }

  /** Returns the edges at which paths end, as "AB:kind", in the sample's order. */
  private static String text(SampleGraph sample, EdgeCuts cuts) {
    StringBuilder text = new StringBuilder();
    for (var edge : sample.edges) {
      EndKind kind = cuts.kind(edge.get(0), edge.get(1));
      if (kind != null) {
        char from = (char) ('A' + edge.get(0));
        char to = (char) ('A' + edge.get(1));
        text.append(from).append(to).append(':').append(kind.label()).append(' ');
      }
    }
    return text.toString().trim();
  }

  /**
   * A leads to B, C, D and E. There are 2 paths from B, 1 each from C and D, and 3 from E. The
   * edges AC and AD lead to equally many paths, and AC is cut first.
   */
  @ParameterizedTest
  @CsvSource({
    "7, 7, '', 7",
    "6, 6, AE:cut, 5",
    "4, 4, AB:cut AE:cut, 3",
    "6, 2, AB:cut AC:cut AE:cut, 2"
  })
  void edgesThatLeadToTheMostPathsAreCutFirst(
      int maxPaths, int keptPaths, String expected, long left) {
    SampleGraph sample = SampleGraph.of("A>B A>C A>D A>E B>F B>G E>F E>G E>H", "CDFGH");
    EdgeCuts cuts = cuts(sample, CutMode.BACK_EDGE, maxPaths, keptPaths);
    assertEquals(expected, text(sample, cuts));
    assertEquals(left, cuts.pathsFrom(0));
  }

  @ParameterizedTest
  @CsvSource({"BACK_EDGE, CB:loop", "LOOP_HEADER, AB:loop CB:loop"})
  void loopsAreCutAccordingToTheMode(CutMode mode, String expected) {
    SampleGraph sample = SampleGraph.of("A>B B>C C>B B>D", "D");
    assertEquals(expected, text(sample, cuts(sample, mode, 100, 100)));
  }

  @Test
  void withoutLoopsFewPathsNeedNoCuts() {
    EdgeCuts cuts = cuts(SampleGraph.of("A>B A>C", "BC"), CutMode.LOOP_HEADER, 2, 2);
    assertFalse(cuts.areAny());
    assertNull(cuts.kind(0, 1));
    assertEquals(2, cuts.pathsFrom(0));
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "5, 0", "5, 6"})
  void limitsOutOfRangeAreRefused(int maxPaths, int keptPaths) {
    SampleGraph sample = SampleGraph.of("", "A");
    assertThrows(
        IllegalArgumentException.class, () -> cuts(sample, CutMode.BACK_EDGE, maxPaths, keptPaths));
  }
}
