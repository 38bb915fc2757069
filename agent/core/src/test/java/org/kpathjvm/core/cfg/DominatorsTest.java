package org.kpathjvm.core.cfg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.sample.GraphBuilder;
import org.kpathjvm.core.sample.SampleGraph;
import org.kpathjvm.core.sample.SampleGraphs;
import org.kpathjvm.core.sample.SlowFlow;

class DominatorsTest {
  @Property
  @Domain(SampleGraphs.class)
  void dominatorsAreBlocksThatCannotBeAvoided(@ForAll SampleGraph sample) {
    Dominators dominators = Dominators.of(sample.build());
    SlowFlow slow = new SlowFlow(sample);
    for (int b = 0; b < sample.blockCount; b++) {
      for (int a = 0; a < sample.blockCount; a++) {
        assertEquals(slow.dominates(a, b), dominators.dominates(a, b), a + " dominates " + b);
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
    Dominators dominators = Dominators.of(builder.exit(length - 1).exit(length).build());
    assertTrue(dominators.dominates(0, length));
    assertFalse(dominators.dominates(1, length));
    assertTrue(dominators.dominates(length - 2, length - 1));
    assertTrue(dominators.dominates(5, length - 1));
  }
}
