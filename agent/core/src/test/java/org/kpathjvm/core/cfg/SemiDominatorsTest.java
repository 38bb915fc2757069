package org.kpathjvm.core.cfg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.sample.GraphBuilder;
import org.kpathjvm.core.sample.SampleGraph;
import org.kpathjvm.core.sample.SampleGraphs;
import org.kpathjvm.core.sample.SlowFlow;

class SemiDominatorsTest {
  /**
   * Returns the immediate dominator of each block. Element 0 has no meaning, because block 0 has no
   * immediate dominator.
   */
  private static int[] immediateDominators(FlowGraph graph) {
    DepthFirstTree tree = DepthFirstTree.of(graph);
    int[] byNumber = new SemiDominators(graph, tree).immediateDominators();
    int[] byBlock = new int[byNumber.length];
    for (int number = 1; number < byNumber.length; number++) {
      byBlock[tree.block(number)] = tree.block(byNumber[number]);
    }
    return byBlock;
  }

  @Property
  @Domain(SampleGraphs.class)
  void immediateDominatorsAreTheClosest(@ForAll SampleGraph sample) {
    int[] immediate = immediateDominators(sample.build());
    SlowFlow slow = new SlowFlow(sample);
    for (int b = 1; b < sample.blockCount; b++) {
      assertTrue(immediate[b] != b && slow.dominates(immediate[b], b));
      for (int a = 0; a < sample.blockCount; a++) {
        assertTrue(a == b || !slow.dominates(a, b) || slow.dominates(a, immediate[b]));
      }
    }
  }

  @Test
  void aHandlerMayCoverVeryManyBlocks() {
    int length = 20_000;
    GraphBuilder builder = new GraphBuilder(length + 1);
    for (int block = 0; block < length; block++) {
      builder.exceptionEdge(block, length);
      if (block + 1 < length) {
        builder.edge(block, block + 1);
      }
    }
    int[] immediate = immediateDominators(builder.exit(length - 1).exit(length).build());
    assertEquals(0, immediate[length]);
    assertEquals(length - 2, immediate[length - 1]);
  }
}
