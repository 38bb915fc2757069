package org.kpathjvm.core.numbering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.sample.SampleGraph;

class StartTableTest {
  private static StartTable table(SampleGraph sample, CutMode mode, int maxPaths) {
    FlowGraph graph = sample.build();
    return StartTable.of(graph, EdgeCuts.of(graph, BackEdges.of(graph), mode, maxPaths, maxPaths));
  }

  /** Returns the starts in the form "loop B=3", in the table's order. */
  private static String text(StartTable table) {
    return table.all().stream()
        .map(s -> s.kind().label() + " " + (char) ('A' + s.block()) + "=" + s.value())
        .collect(Collectors.joining(", "));
  }

  @Test
  void theEntryComesFirstThenLoopsThenHandlers() {
    // B is the header of a loop and has two out-edges. D is a handler's entry.
    StartTable table = table(SampleGraph.of("A>B B>C C>B B>E B!D D>E", "E"), CutMode.BACK_EDGE, 99);
    assertEquals("entry A=0, loop B=2, handler D=4", text(table));
    assertEquals(5, table.pathCount());
  }

  @Test
  void startsAfterExtraCutsComeLast() {
    // Four paths start at A, but only two are allowed. If only the edge to B were cut, three would
    // be left: the path that ends at the cut, and two through C. So the edge to C is cut, too.
    SampleGraph sample = SampleGraph.of("A>B A>C B>D B>E C>D C>E A!F", "DEF");
    assertEquals(
        "entry A=0, handler F=1, cut B=2, cut C=4", text(table(sample, CutMode.BACK_EDGE, 2)));
  }

  @Test
  void severalCutEdgesToAHeaderShareAStart() {
    StartTable table = table(SampleGraph.of("A>B B>C C>B B>B B>D", "D"), CutMode.LOOP_HEADER, 99);
    assertEquals("entry A=0, loop B=1", text(table));
  }

  @Test
  void valuesAreFoundByKindAndBlock() {
    StartTable table = table(SampleGraph.of("A>B B>C C>B B>E B!D D>E", "E"), CutMode.BACK_EDGE, 99);
    assertEquals(2, table.value(StartKind.LOOP, 1));
    assertEquals(4, table.value(StartKind.HANDLER, 3));
  }

  @Test
  void aMissingStartHasTheValueMinus1() {
    StartTable table = table(SampleGraph.of("A>B B>C C>B B>E B!D D>E", "E"), CutMode.BACK_EDGE, 99);
    assertEquals(-1, table.value(StartKind.LOOP, 2));
    assertEquals(-1, table.value(StartKind.ENTRY, 1));
    assertEquals(-1, table.value(StartKind.CUT, 1));
  }

  @Test
  void aCutIsFollowedByAStartOfItsKind() {
    assertEquals(StartKind.LOOP, StartTable.after(EndKind.LOOP));
    assertEquals(StartKind.CUT, StartTable.after(EndKind.CUT));
    assertThrows(IllegalArgumentException.class, () -> StartTable.after(EndKind.EXIT));
  }

  /**
   * There are 2^24 paths from the entry and from each of a hundred handlers. With the 16th start,
   * there are too many paths, so all later starts are left out.
   */
  @Test
  void startsAreLeftOutOnceThereAreTooManyPaths() {
    SampleGraph sample = diamonds(24, 100);
    StartTable table = table(sample, CutMode.BACK_EDGE, 1 << 24);
    assertTrue(table.tooManyPaths());
    assertEquals(16, table.all().size());
  }

  @Test
  void pathsUpToTheLimitAreNotTooMany() {
    StartTable table = table(diamonds(24, 14), CutMode.BACK_EDGE, 1 << 24);
    assertFalse(table.tooManyPaths());
    assertEquals(15 << 24, table.pathCount());
  }

  /**
   * Returns a row of branches whose ways join again. Handlers of block 0 lead to the row's
   * beginning.
   */
  private static SampleGraph diamonds(int count, int handlers) {
    int end = 3 * count + 1;
    SampleGraph sample = new SampleGraph(end + 1 + handlers);
    sample.edges.add(List.of(0, 1));
    for (int block = 1; block < end; block += 3) {
      for (int way = 1; way <= 2; way++) {
        sample.edges.add(List.of(block, block + way));
        sample.edges.add(List.of(block + way, block + 3));
      }
    }
    sample.exits.add(end);
    for (int handler = end + 1; handler < sample.blockCount; handler++) {
      sample.exceptionEdges.add(List.of(0, handler));
      sample.edges.add(List.of(handler, 1));
    }
    return sample;
  }
}
