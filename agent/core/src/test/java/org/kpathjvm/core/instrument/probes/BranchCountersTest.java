package org.kpathjvm.core.instrument.probes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.instrument.lines.MarkedLines;
import org.kpathjvm.core.sample.SampleGraph;
import org.kpathjvm.runtime.json.JsonWriter;
import org.kpathjvm.runtime.json.Utf8Text;

class BranchCountersTest {
  /** A and C branch; what leaves B follows. */
  private final FlowGraph graph = SampleGraph.of("A>C A>B B>C C>D C>A", "D").build();

  private final BranchCounters counters =
      new BranchCounters(graph, new ProbeEmitter("P", null, null, new PoolDemand()), 10);

  @Test
  void theEdgesOfBranchesHaveIdsInTheOrderOfTheirSuccessors() {
    assertEquals(4, BranchCounters.count(graph));
    MarkedLines lines = new MarkedLines(new Utf8Text(16));
    JsonWriter json = new JsonWriter(lines.text).beginObject();
    counters.write(lines, json);
    assertEquals(
        "{\"edge_counters\":[[0,2,10],[0,1,11],[1,2,0],[2,3,12],[2,0,13]]}",
        json.endObject().toString());
    int[] marks = lines.marks();
    assertEquals(4 * MarkedLines.MARK_INTS, marks.length);
    assertEquals(10, marks[2]);
    assertEquals(13, marks[marks.length - 1]);
  }

  @Test
  void codeIsNeededOnEdgesOfBranchesOnly() {
    assertTrue(counters.isNeeded(0, 2));
    assertFalse(counters.isNeeded(1, 2));
    assertFalse(counters.mayStandInTarget(0, 1));
    assertEquals(2, counters.code(2, 0).size());
  }
}
