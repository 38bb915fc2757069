package org.kpathjvm.core.numbering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.sample.SampleGraph;
import org.kpathjvm.core.sample.SampleGraphs;

class ReverseTopologicalOrderTest {
  @Property
  @Domain(SampleGraphs.class)
  void eachBlockComesAfterItsSuccessors(@ForAll SampleGraph sample) {
    FlowGraph graph = sample.build();
    BackEdges cuts = BackEdges.of(graph);
    int[] order = ReverseTopologicalOrder.of(graph, cuts::contains);
    int[] place = new int[order.length];
    Arrays.fill(place, -1);
    for (int i = 0; i < order.length; i++) {
      assertEquals(-1, place[order[i]]);
      place[order[i]] = i;
    }
    assertEquals(graph.blockCount(), order.length);
    for (int from = 0; from < graph.blockCount(); from++) {
      for (int to : graph.successors(from)) {
        assertTrue(cuts.contains(from, to) || place[to] < place[from]);
      }
    }
  }

  @Test
  void aCycleWithoutACutHasNoOrder() {
    FlowGraph graph = SampleGraph.of("A>B B>C C>B B>D", "D").build();
    assertThrows(
        IllegalArgumentException.class,
        () -> ReverseTopologicalOrder.of(graph, (from, to) -> false));
  }
}
