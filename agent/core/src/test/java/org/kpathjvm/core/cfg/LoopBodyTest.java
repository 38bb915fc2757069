package org.kpathjvm.core.cfg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpathjvm.core.sample.SampleGraph;

class LoopBodyTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "a header that is its own latch, A>B B>B B>C, C, B, B",
    "the blocks between header and latch, A>B B>C C>D D>B B>E, E, B, BCD",
    "not the blocks after the loop, A>B B>C C>B C>D D>E B>E, E, B, BC",
    "two latches, A>B B>C B>D C>B D>B B>E, E, B, BCD",
    "the inner loop belongs to the outer, A>B B>C C>C C>B B>D, D, B, BC",
    "the outer loop doesn't belong to the inner, A>B B>C C>C C>B B>D, D, C, C",
    "a block that only an exception leads to, A>B B>C C!D D>B B>E, CE, B, BCD",
    "not a handler that ends the method, A>B B>C C>B C!D B>E, DE, B, BC",
  })
  void theBlocksOfALoopByDominanceAreFound(
      String name, String edges, String exits, char header, String blocks) {
    assertEquals(blocks, body(edges, exits, header));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "not the block before the second entry, A>B A>C B>C C>B B>D, D, B, BC",
    "not a block that leads to the second entry, A>B A>E E>C B>C C>B B>D, D, B, BC",
    "a latch that dominates its header, A!C A!E D!B C>D E>D B>C D>B D>F, AF, B, BD",
    "not the header of the outer loop, A>B B>C B>D C>D D>C D>B B>E, E, C, CD",
  })
  void theBlocksOfACycleWithTwoEntriesAreFound(
      String name, String edges, String exits, char header, String blocks) {
    assertEquals(blocks, body(edges, exits, header));
  }

  private static String body(String edges, String exits, char header) {
    FlowGraph graph = SampleGraph.of(edges, exits).build();
    StringBuilder text = new StringBuilder();
    for (int block : new LoopBody(graph, BackEdges.of(graph)).of(header - 'A')) {
      text.append((char) ('A' + block));
    }
    return text.toString();
  }
}
