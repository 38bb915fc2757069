package org.kpathjvm.core.instrument.edges;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.kpathjvm.core.cfg.FlowEdge;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.edges.BranchEdges;
import org.kpathjvm.core.edges.ChordEdges;
import org.kpathjvm.core.edges.CountedEdges;
import org.kpathjvm.core.instrument.lines.MarkedLines;
import org.kpathjvm.core.instrument.probes.PoolDemand;
import org.kpathjvm.core.instrument.probes.ProbeEmitter;
import org.kpathjvm.core.numbering.End;
import org.kpathjvm.core.numbering.IncrementPlacement;
import org.kpathjvm.core.numbering.Start;
import org.kpathjvm.core.sample.SampleGraph;
import org.kpathjvm.runtime.json.JsonWriter;
import org.kpathjvm.runtime.json.Utf8Text;

class EdgeCountersTest {
  /**
   * A and C branch. Only one ordinary edge leads out of B, so {@link BranchEdges} doesn't count
   * that edge.
   */
  private final FlowGraph graph = SampleGraph.of("A>C A>B B>C C>D C>A B!E", "DE").build();

  private static final IncrementPlacement.Weights ALL_ALIKE =
      new IncrementPlacement.Weights() {
        @Override
        public long of(Start start) {
          return 1;
        }

        @Override
        public long of(FlowEdge edge) {
          return 1;
        }

        @Override
        public long of(End end) {
          return 1;
        }
      };

  private final MarkedLines lines = new MarkedLines(new Utf8Text(16));

  private EdgeCounters counters(CountedEdges counted) {
    return new EdgeCounters(
        graph, counted, new ProbeEmitter("P", null, null, new PoolDemand()), 10, false);
  }

  private String written(EdgeCounters counters) {
    JsonWriter json = new JsonWriter(lines.text).beginObject();
    counters.write(lines, json);
    return json.endObject().toString();
  }

  @Test
  void branchEdgesHaveIdsInTheOrderOfTheSuccessors() {
    EdgeCounters counters = counters(BranchEdges.of(graph));
    assertEquals(
        "{\"edge_counters\":[[0,2,10],[0,1,11],[1,2,0],[2,3,12],[2,0,13],[-1,4,14]]}",
        written(counters));
    int[] marks = lines.marks();
    assertEquals(5 * MarkedLines.MARK_INTS, marks.length);
    assertEquals(10, marks[2]);
    assertEquals(14, marks[marks.length - 1]);
  }

  @Test
  void countedExitsAreWritten() {
    EdgeCounters counters = counters(ChordEdges.of(graph, ALL_ALIKE));
    assertEquals(
        "{\"edge_counters\":[[0,2,0],[0,1,0],[1,2,10],[2,3,0],[2,0,11],[3,-1,13],[-1,4,12]]}",
        written(counters));
    assertTrue(counters.countsExits(3));
    assertFalse(counters.countsExits(4));
    assertTrue(counters.countsDispatches(4));
    assertFalse(counters.countsDispatches(3));
    assertEquals(2, counters.atExit(3).size());
    assertEquals(2, counters.atHandler(4).size());
  }

  @Test
  void coveredBlocksAreWrittenForDispatches() {
    ProbeEmitter emitter = new ProbeEmitter("P", null, null, new PoolDemand());
    String written = written(new EdgeCounters(graph, BranchEdges.of(graph), emitter, 10, true));
    assertEquals(
        "{\"edge_counters\":[[0,2,10],[0,1,11],[1,2,0],[2,3,12],[2,0,13],[-1,4,14]],"
            + "\"throwers\":[[4,1]]}",
        written);
  }

  @Test
  void onlyCountedEdgesNeedCode() {
    EdgeCounters counters = counters(BranchEdges.of(graph));
    assertTrue(counters.isNeeded(0, 2));
    assertFalse(counters.isNeeded(1, 2));
    assertFalse(counters.mayStandInTarget(0, 1));
    assertEquals(2, counters.code(2, 0).size());
  }
}
