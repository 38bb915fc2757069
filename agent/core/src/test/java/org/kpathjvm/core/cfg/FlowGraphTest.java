package org.kpathjvm.core.cfg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.kpathjvm.core.sample.GraphBuilder;

class FlowGraphTest {
  @Test
  void parallelEdgesAreMergedInTheFirstPlace() {
    FlowGraph graph =
        new GraphBuilder(3).edge(0, 2).edge(0, 1).edge(0, 2).edge(1, 2).exit(2).build();
    assertEquals(3, graph.blockCount());
    assertArrayEquals(new int[] {2, 1}, graph.successors(0));
    assertArrayEquals(new int[] {0, 1}, graph.predecessors(2));
    assertTrue(graph.isExit(2));
    assertFalse(graph.isExit(0));
  }

  @Test
  void exceptionEdgesAreKeptSeparately() {
    FlowGraph graph =
        new GraphBuilder(3)
            .exceptionEdge(0, 2)
            .exceptionEdge(1, 2)
            .edge(0, 1)
            .exit(1)
            .exit(2)
            .build();
    assertArrayEquals(new int[] {1}, graph.successors(0));
    assertArrayEquals(new int[] {2}, graph.handlersOf(0));
    assertArrayEquals(new int[0], graph.predecessors(2));
    assertArrayEquals(new int[] {0, 1}, graph.coveredBy(2));
    assertTrue(graph.isHandler(2));
    assertFalse(graph.isHandler(1));
  }

  @Test
  void edgesAreIndexedInTheOrderOfTheSuccessors() {
    for (int width : new int[] {2, 50}) {
      GraphBuilder builder = new GraphBuilder(width + 2);
      for (int again = 0; again < 3; again++) {
        for (int to = width; to >= 1; to--) {
          builder.edge(0, to).edge(to, width + 1).exceptionEdge(to, width + 1);
        }
      }
      FlowGraph graph = builder.exit(width + 1).build();
      assertEquals(2 * width, graph.edgeCount());
      assertEquals(width, graph.successors(0).length);
      for (int to = 1; to <= width; to++) {
        assertEquals(width - to, graph.edge(0, to));
        assertEquals(graph.firstEdge(to), graph.edge(to, width + 1));
        assertArrayEquals(new int[] {width + 1}, graph.handlersOf(to));
      }
      assertEquals(-1, graph.edge(0, width + 1));
      assertEquals(-1, graph.edge(1, 0));
    }
  }

  @Test
  void impossibleGraphsAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new GraphBuilder(0));
    assertThrows(IllegalArgumentException.class, () -> new GraphBuilder(1).edge(0, 1));
    GraphBuilder unreachable = new GraphBuilder(2).exit(0).exit(1);
    assertThrows(IllegalArgumentException.class, unreachable::build);
    GraphBuilder deadEnd = new GraphBuilder(2).edge(0, 1).exit(0);
    assertThrows(IllegalArgumentException.class, deadEnd::build);
  }
}
