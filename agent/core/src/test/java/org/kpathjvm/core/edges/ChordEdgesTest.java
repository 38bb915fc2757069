package org.kpathjvm.core.edges;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.core.edges.BranchEdgesTest.names;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowEdge;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.numbering.CutMode;
import org.kpathjvm.core.numbering.IncrementPlacement.Weights;
import org.kpathjvm.core.numbering.PathNumbering;
import org.kpathjvm.core.numbering.StaticFrequencies;
import org.kpathjvm.core.sample.SampleGraph;
import org.kpathjvm.core.sample.SampleGraphs;

@Domain(SampleGraphs.class)
@Domain(DomainContext.Global.class)
class ChordEdgesTest {
  private static Weights frequencies(FlowGraph graph) {
    BackEdges backEdges = BackEdges.of(graph);
    PathNumbering numbering = PathNumbering.of(graph, backEdges, CutMode.BACK_EDGE, 4096);
    return StaticFrequencies.of(numbering, backEdges, new BitSet());
  }

  /**
   * The edge into the loop's body and the back edge are frequent, so neither has a counter. The
   * edges to and from D and E are less frequent, so one edge of each of these blocks has a counter.
   * The third counter is at the exit.
   */
  @Test
  void aBranchInALoopHasACounterOnEachWay() {
    FlowGraph graph = SampleGraph.of("A>B B>C B>G C>D C>E D>F E>F F>B", "G").build();
    List<String> counted = names(graph, ChordEdges.of(graph, frequencies(graph)));
    assertEquals(List.of("DF", "EF", "G-"), counted);
    assertEquals(4, BranchEdges.of(graph).size());
  }

  @Test
  void dispatchesAndOneExitAreCountedUnlessThereIsOnlyOneBlock() {
    FlowGraph graph = SampleGraph.of("A>B A!C A!D", "BCD").build();
    List<String> counted = names(graph, ChordEdges.of(graph, frequencies(graph)));
    assertEquals(List.of("-C", "-D", "B-"), counted);
    FlowGraph alone = SampleGraph.of("", "A").build();
    assertEquals(0, ChordEdges.of(alone, frequencies(alone)).size());
  }

  @Test
  void anEdgeFromABlockToItselfHasACounter() {
    FlowGraph graph = SampleGraph.of("A>B B>B B>C", "C").build();
    List<String> counted = names(graph, ChordEdges.of(graph, frequencies(graph)));
    assertEquals(List.of("BB", "C-"), counted);
  }

  /**
   * Because of this property, the chords' counts determine the counts of all other edges, and no
   * other choice of chords has a smaller weight.
   */
  @Property
  void everyEdgeOfAChordsCycleIsAtLeastAsHeavyAsTheChord(@ForAll SampleGraph sample) {
    FlowGraph graph = sample.build();
    Weights weights = frequencies(graph);
    CountedEdges counted = ChordEdges.of(graph, weights);
    List<FlowEdge> tree = new ArrayList<>();
    List<FlowEdge> chords = new ArrayList<>();
    for (int from = 0; from < graph.blockCount(); from++) {
      for (int to : graph.successors(from)) {
        (counted.contains(from, to) ? chords : tree).add(new FlowEdge(from, to));
      }
    }
    for (FlowEdge chord : chords) {
      List<FlowEdge> noLighter = new ArrayList<>(tree);
      noLighter.removeIf(edge -> weights.of(edge) < weights.of(chord));
      assertTrue(joined(graph, noLighter, chord), () -> sample + ": " + chord);
    }
    for (FlowEdge edge : tree) {
      List<FlowEdge> others = new ArrayList<>(tree);
      others.remove(edge);
      assertFalse(joined(graph, others, edge), () -> sample + ": " + edge);
    }
  }

  private static boolean joined(FlowGraph graph, List<FlowEdge> edges, FlowEdge ends) {
    BitSet reached = new BitSet(graph.blockCount());
    reached.set(ends.from());
    for (int before = 0; before < reached.cardinality(); ) {
      before = reached.cardinality();
      for (FlowEdge edge : edges) {
        if (reached.get(edge.from()) || reached.get(edge.to())) {
          reached.set(edge.from());
          reached.set(edge.to());
        }
      }
    }
    return reached.get(ends.to());
  }
}
