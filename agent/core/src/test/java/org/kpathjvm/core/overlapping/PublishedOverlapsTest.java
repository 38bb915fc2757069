package org.kpathjvm.core.overlapping;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.numbering.CutMode;
import org.kpathjvm.core.numbering.EndKind;
import org.kpathjvm.core.numbering.PathDecoder;
import org.kpathjvm.core.numbering.PathNumbering;
import org.kpathjvm.core.sample.SampleGraph;

/**
 * Tests the numbers that Tallam, Zhang and Gupta's "Extending Path Profiling across Loop Backedges
 * ..." prints for its examples.
 */
class PublishedOverlapsTest {
  /** The graph of table 2: A is En, B P1, C B1, D P2, E B2, F B3, G P3, H Ex. */
  private static final SampleGraph TABLE_2 =
      SampleGraph.of("A>B B>C B>D C>G D>E D>F E>G F>G G>B G>H", "H");

  /** The graph of g() in figure 2: A is gEn, B P1, C P2, D B1, E P3, F B2, G B3, H gEx. */
  private static final SampleGraph CALLEE =
      SampleGraph.of("A>B B>G B>C C>D C>E D>E E>G E>F F>G G>H", "H");

  /**
   * The graph of f() in figure 2, from the call on: A is the call site C1, B P3, C B4, D B5, E B6,
   * F fEx.
   */
  private static final SampleGraph CONTINUATION = SampleGraph.of("A>B B>C B>D C>E D>E E>F", "F");

  private static OverlappingGraph loop(int degree) {
    FlowGraph graph = TABLE_2.build();
    return LoopOverlaps.of(graph, BackEdges.of(graph), loop -> degree).graph(0);
  }

  private static OverlappingGraph fromEntry(SampleGraph sample, int degree) {
    FlowGraph graph = sample.build();
    return new OverlappingGraph(graph, 0, PathRegion.of(graph, BackEdges.of(graph)), degree);
  }

  private static List<Long> fullCounts(SampleGraph sample, int most) {
    return IntStream.rangeClosed(0, most)
        .mapToObj(degree -> fromEntry(sample, degree).fullCount())
        .collect(Collectors.toList());
  }

  @Test
  void table2HasTwelvePathsOfWhichSixEndAtTheBackEdge() {
    FlowGraph graph = TABLE_2.build();
    PathNumbering numbering = PathNumbering.of(graph, BackEdges.of(graph), CutMode.BACK_EDGE, 4096);
    assertEquals(12, numbering.pathCount());
    PathDecoder decoder = PathDecoder.of(numbering);
    assertEquals(
        6,
        IntStream.range(0, 12)
            .filter(path -> decoder.decode(path).endKind() == EndKind.LOOP)
            .count());
  }

  @Test
  void table3HasSixTwelveAndTwelvePathsOfDegrees0To2() {
    List<Long> counts =
        IntStream.rangeClosed(0, 2)
            .mapToObj(degree -> 6 * loop(degree).fullCount())
            .collect(Collectors.toList());
    assertEquals(List.of(6L, 12L, 12L), counts);
    assertEquals(2, loop(9).longest());
  }

  @Test
  void extensionsShorterThanTheDegreeAreAlsoCounted() {
    assertEquals(3, loop(2).extensionCount());
    assertEquals(0, loop(3).fullCount());
    assertEquals(3, loop(3).extensionCount());
  }

  /** The paper's numbers are 3 times as large, because there are 3 paths to the call site. */
  @Test
  void table6HasThreeSixSixAndTwelvePathsOfTypeOne() {
    assertEquals(List.of(1L, 2L, 2L, 4L), fullCounts(CALLEE, 3));
    assertEquals(3, fromEntry(CALLEE, 9).longest());
    assertEquals(5, fromEntry(CALLEE, 3).extensionCount());
  }

  /** The paper's numbers are 5 times as large, because the callee has 5 paths. */
  @Test
  void table7HasFiveAndTenPathsOfTypeTwo() {
    assertEquals(List.of(1L, 2L), fullCounts(CONTINUATION, 1));
    assertEquals(1, fromEntry(CONTINUATION, 9).longest());
  }

  /**
   * Figure 2 has 3 paths to the call site, 5 paths of the callee, and 2 paths after the call site.
   */
  @Test
  void figure2HasFifteenPathsOfTypeOneAndTenOfTypeTwo() {
    assertEquals(15, 3 * fromEntry(CALLEE, 3).extensionCount());
    assertEquals(10, 5 * fromEntry(CONTINUATION, 1).extensionCount());
  }
}
