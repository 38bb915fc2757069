package org.kpathjvm.core.cfg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.kpathjvm.core.sample.SampleGraph;

class DepthFirstTreeTest {
  @Test
  void preorderFollowsOrdinaryAndExceptionEdges() {
    // The search takes A's edges in the order of the string below. It goes first to C and on to D,
    // then to B, and last along the exception edge to E.
    DepthFirstTree tree = DepthFirstTree.of(SampleGraph.of("A>C A>B C>D B>D A!E", "DE").build());
    int[] blocks = {0, 2, 3, 1, 4};
    int[] parents = {0, 0, 1, 0, 0};
    for (int number = 0; number < blocks.length; number++) {
      assertEquals(blocks[number], tree.block(number));
      assertEquals(number, tree.number(blocks[number]));
      assertEquals(parents[number], tree.parent(number));
    }
  }
}
