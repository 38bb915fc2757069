package org.kpathjvm.core.numbering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.EnumMap;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowEdge;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.sample.SampleGraph;
import org.kpathjvm.core.sample.SampleGraphs;

@Domain(SampleGraphs.class)
@Domain(DomainContext.Global.class)
class StaticFrequenciesTest {
  private static StaticFrequencies of(FlowGraph graph, BitSet throwing) {
    return of(numbering(graph, CutMode.BACK_EDGE, 4096), throwing);
  }

  private static StaticFrequencies of(PathNumbering numbering, BitSet throwing) {
    return StaticFrequencies.of(numbering, BackEdges.of(numbering.graph()), throwing);
  }

  private static PathNumbering numbering(FlowGraph graph, CutMode cut, int maxPaths) {
    return PathNumbering.of(graph, BackEdges.of(graph), cut, maxPaths);
  }

  private static long weight(StaticFrequencies frequencies, int from, int to) {
    return frequencies.of(new FlowEdge(from, to));
  }

  @Test
  void bothWaysOfABranchAreEquallyFrequent() {
    StaticFrequencies frequencies =
        of(SampleGraph.of("A>B A>C B>D C>D", "D").build(), new BitSet());
    assertEquals(StaticFrequencies.UNIT / 2, weight(frequencies, 0, 1));
    assertEquals(weight(frequencies, 0, 1), weight(frequencies, 2, 3));
    assertEquals(StaticFrequencies.UNIT, frequencies.of(new End(EndKind.EXIT, 3, 0)));
    assertEquals(StaticFrequencies.UNIT, frequencies.of(new Start(StartKind.ENTRY, 0, 0)));
  }

  @Test
  void aLoopIsLeftAsOftenAsItIsEntered() {
    // B is the header of the loop of B and C. A precedes the loop, and D follows it.
    FlowGraph graph = SampleGraph.of("A>B B>C B>D C>B", "D").build();
    StaticFrequencies frequencies = of(graph, new BitSet());
    assertEquals(StaticFrequencies.UNIT, weight(frequencies, 0, 1));
    assertEquals(StaticFrequencies.UNIT, weight(frequencies, 1, 3), 1);
    double trips = .88 / .12;
    assertEquals(trips * StaticFrequencies.UNIT, weight(frequencies, 2, 1), 1);
    assertEquals(weight(frequencies, 2, 1), frequencies.of(new End(EndKind.LOOP, 2, 0)));
    assertEquals(weight(frequencies, 2, 1), frequencies.of(new Start(StartKind.LOOP, 1, 0)));

    StaticFrequencies atHeaders = of(numbering(graph, CutMode.LOOP_HEADER, 4096), new BitSet());
    assertEquals(StaticFrequencies.UNIT, atHeaders.of(new End(EndKind.LOOP, 0, 0)));
    assertEquals(
        StaticFrequencies.UNIT + weight(frequencies, 2, 1),
        atHeaders.of(new Start(StartKind.LOOP, 1, 0)),
        1);
  }

  /**
   * A path that ends at a back edge or a cut edge is followed by a path that starts at the edge's
   * target.
   */
  @Property
  void asManyPathsEndAsStartAtBackEdgesAndCuts(
      @ForAll SampleGraph sample,
      @ForAll CutMode cut,
      @ForAll @IntRange(min = 1, max = 8) int maxPaths) {
    PathNumbering numbering = numbering(sample.build(), cut, maxPaths);
    StaticFrequencies frequencies = of(numbering, new BitSet());
    Map<StartKind, Double> difference = new EnumMap<>(StartKind.class);
    double all = 0;
    for (Start start : numbering.starts()) {
      if (start.kind() == StartKind.LOOP || start.kind() == StartKind.CUT) {
        difference.merge(start.kind(), (double) frequencies.of(start), Double::sum);
        all += frequencies.of(start);
      }
    }
    for (End end : numbering.ends()) {
      if (end.kind() != EndKind.EXIT) {
        difference.merge(StartTable.after(end.kind()), -(double) frequencies.of(end), Double::sum);
      }
    }
    int edges = numbering.graph().edgeCount();
    // Each weight is rounded down.
    double rounding = edges + 1e-9 * all;
    difference.forEach((kind, found) -> assertEquals(0, found, rounding, kind.label()));
  }

  @Test
  void blocksThatThrowAreRare() {
    BitSet throwing = new BitSet();
    throwing.set(1);
    StaticFrequencies frequencies = of(SampleGraph.of("A>B A>C C>D", "BD").build(), throwing);
    assertTrue(50 * weight(frequencies, 0, 1) < weight(frequencies, 0, 2));
  }

  @Property
  void outEdgesOfABlockAddUpToItsFrequency(@ForAll SampleGraph sample) {
    FlowGraph graph = sample.build();
    BackEdges backEdges = BackEdges.of(graph);
    StaticFrequencies frequencies = of(graph, new BitSet());
    for (int block = 0; block < graph.blockCount(); block++) {
      long in = block == 0 ? StaticFrequencies.UNIT : 0;
      for (int from : graph.predecessors(block)) {
        in += backEdges.contains(from, block) ? 0 : weight(frequencies, from, block);
      }
      in += graph.isHandler(block) ? frequencies.of(new Start(StartKind.HANDLER, block, 0)) : 0;
      long out = 0;
      for (int to : graph.successors(block)) {
        long weight = weight(frequencies, block, to);
        assertTrue(weight >= 0);
        out += weight;
      }
      if (graph.successors(block).length > 0 && !backEdges.isHeader(block)) {
        // Each weight is rounded down.
        assertEquals(in, out, 2 + 1e-9 * in + graph.edgeCount());
      }
    }
  }
}
