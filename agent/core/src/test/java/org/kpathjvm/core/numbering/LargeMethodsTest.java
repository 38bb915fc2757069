package org.kpathjvm.core.numbering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.cfg.LoopForest;
import org.kpathjvm.core.sample.GraphBuilder;

/**
 * Tests graphs that are as large as a method allows, and have shapes that occur in generated code.
 * Neither the stack nor an int may overflow.
 */
class LargeMethodsTest {
  private static final int DIAMONDS = 6_667;

  /**
   * Returns a row of diamonds with 20,002 blocks in all. If requested, a back edge leads to the top
   * of each diamond.
   */
  private static FlowGraph diamonds(boolean loops) {
    int last = 3 * DIAMONDS;
    GraphBuilder builder = new GraphBuilder(last + 1).exit(last);
    for (int top = 0; top < last; top += 3) {
      builder.edge(top, top + 1).edge(top, top + 2).edge(top + 1, top + 3).edge(top + 2, top + 3);
      if (loops) {
        builder.edge(top + 2, top);
      }
    }
    return builder.build();
  }

  private static PathNumbering number(FlowGraph graph, int maxPaths) {
    BackEdges backEdges = BackEdges.of(graph);
    LoopForest.of(graph, backEdges);
    return PathNumbering.of(graph, backEdges, CutMode.BACK_EDGE, maxPaths);
  }

  private static void assertDecodable(PathNumbering numbering) {
    PathDecoder decoder = PathDecoder.of(numbering);
    for (int id = 0; id < numbering.pathCount(); id += 1 + numbering.pathCount() / 997) {
      assertEquals(id, decoder.encode(decoder.decode(id)));
    }
  }

  @Test
  void diamondsAreCut() {
    PathNumbering numbering = number(diamonds(false), 4096);
    assertTrue(numbering.extraCuts().size() > 500);
    assertDecodable(numbering);
    assertDecodable(number(diamonds(false), 1));
  }

  @Test
  void diamondsInLoopsAreNumbered() {
    assertDecodable(number(diamonds(true), 4096));
  }

  @Test
  void tooManyPathsAreReportedWithoutOverflow() {
    PathNumbering numbering = number(diamonds(false), Integer.MAX_VALUE);
    assertTrue(numbering.tooManyPaths());
    assertTrue(numbering.needsStream());
    assertThrows(IllegalStateException.class, numbering::pathCount);
    assertThrows(IllegalStateException.class, () -> numbering.startValue(StartKind.ENTRY, 0));
    assertThrows(IllegalStateException.class, () -> PathDecoder.of(numbering));
  }

  @Test
  void manyChecksMayHaveOneWayOut() {
    int length = 20_000;
    GraphBuilder builder = new GraphBuilder(length).exit(length - 1);
    for (int block = 0; block + 1 < length; block++) {
      builder.edge(block, length - 1).edge(block, block + 1);
    }
    PathNumbering numbering = number(builder.build(), 100_000);
    assertFalse(numbering.tooManyPaths());
    assertEquals(length - 1, numbering.pathCount());
    assertDecodable(numbering);
  }

  @Test
  void aWideSwitchInALoopWithAHandlerIsCut() {
    int width = 10_000;
    int handler = width + 2;
    GraphBuilder builder = new GraphBuilder(width + 3).exit(width + 1);
    for (int target = 1; target <= width; target++) {
      builder.edge(0, target).edge(target, 0).exceptionEdge(target, handler);
    }
    builder.edge(0, width + 1).edge(handler, 0);
    PathNumbering numbering = number(builder.build(), 4096);
    // All targets have equally many paths, so the edges to the targets with the lowest numbers are
    // cut. There remain 4,095 edges and one end, which all cut edges share.
    assertEquals(4096, numbering.pathsFrom(0));
    assertEquals(width + 1 - 4095, numbering.extraCuts().size());
    assertDecodable(numbering);
  }
}
