package org.kpathjvm.core.cfg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpathjvm.core.sample.SampleGraph;

class SelfLoopsTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "a block that repeats, A>B B>B B>C, C, B",
    "the first block, A>A A>B, B, A",
    "two in a row, A>A A>B B>B B>C, C, AB",
    "one that also ends a loop, A>B B>C C>C C>B B>D, D, C",
    "a header of another loop as well, A>B B>B B>C C>B C>D, D, B",
    "nothing but itself, A>B A>C B>B, C, ''",
    "none, A>B B>A B>C, C, ''",
  })
  void areLeftOut(String name, String edges, String exits, String blocks) {
    FlowGraph graph = SampleGraph.of(edges, exits).build();
    FlowGraph without = SelfLoops.without(graph);
    StringBuilder found = new StringBuilder();
    for (int block = 0; block < graph.blockCount(); block++) {
      boolean has = SelfLoops.has(graph, block);
      found.append(has ? String.valueOf((char) ('A' + block)) : "");
      assertEquals(has, graph.edge(block, block) >= 0 && without.edge(block, block) < 0);
      assertEquals(graph.isExit(block), without.isExit(block));
    }
    assertEquals(blocks, found.toString());
    assertEquals(graph.edgeCount() - blocks.length(), without.edgeCount());
  }

  @Test
  void handlersAndTheOrderOfSuccessorsStay() {
    FlowGraph without = SelfLoops.without(SampleGraph.of("A>C A>A A>B A!D C>B D>B", "B").build());
    assertArrayEquals(new int[] {2, 1}, without.successors(0));
    assertArrayEquals(new int[] {3}, without.handlersOf(0));
  }

  @Test
  void aGraphWithoutAnyStaysTheSame() {
    FlowGraph graph = SampleGraph.of("A>B B>A B>C", "C").build();
    assertSame(graph, SelfLoops.without(graph));
  }
}
