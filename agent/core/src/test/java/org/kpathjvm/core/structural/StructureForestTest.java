package org.kpathjvm.core.structural;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.sample.SampleGraph;
import org.kpathjvm.core.sample.SampleGraphs;

class StructureForestTest {
  /**
   * Figure 1 of Yasue et al.'s paper about structural path profiling. The figure's nodes 1 to 7 are
   * B to H here, and A leads to B.
   */
  static final SampleGraph FIGURE_1 = SampleGraph.of("A>B B>C C>D D>E D>G E>F E>D G>H G>C", "FH");

  static StructureForest forest(SampleGraph sample) {
    return forest(sample, new BitSet());
  }

  private static StructureForest forest(SampleGraph sample, BitSet athrows) {
    FlowGraph graph = sample.build();
    return StructureForest.of(graph, BackEdges.of(graph), athrows);
  }

  private static Set<String> paths(StructureForest forest, int graph) {
    StructureGraph one = forest.graphs().get(graph);
    return StructurePaths.of(one).stream()
        .map(path -> path.text(forest, one))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Block n of the paper's table 2 is block n here. */
  @Test
  void graphsOfFigure1HaveThePathsOfTable2() {
    StructureForest forest = forest(FIGURE_1);
    assertEquals(
        List.of(-1, 2, 3),
        forest.graphs().stream().map(StructureGraph::header).collect(Collectors.toList()));
    assertEquals(Set.of("entry-0-1-[2]-7-exit", "entry-0-1-[2]-5-exit"), paths(forest, 0));
    assertEquals(
        Set.of(
            "entry-2-[3]-leave",
            "entry-2-[3]-6-leave",
            "entry-2-[3]-6-loop",
            "loop-2-[3]-leave",
            "loop-2-[3]-6-leave",
            "loop-2-[3]-6-loop"),
        paths(forest, 1));
    assertEquals(
        Set.of(
            "entry-3-4-leave",
            "entry-3-4-loop",
            "entry-3-leave",
            "loop-3-4-leave",
            "loop-3-4-loop",
            "loop-3-leave"),
        paths(forest, 2));
    assertEquals(2 + 6 + 6, forest.pathCount());
  }

  @Test
  void anEdgeOutOfTwoLoopsIsAnExitOfBoth() {
    List<Crossing> crossings = forest(FIGURE_1).crossings(4, 5);
    assertEquals(
        List.of(StepKind.LEAVE, StepKind.LEAVE, StepKind.EDGE),
        crossings.stream().map(it -> it.step().kind()).collect(Collectors.toList()));
    assertEquals(
        List.of(2, 1, 0),
        crossings.stream().map(it -> it.graph().index()).collect(Collectors.toList()));
  }

  @Test
  void aLoopWithoutExitHasADummyEdge() {
    StructureForest forest = forest(SampleGraph.of("A>B A>C B>B", "C"));
    assertEquals(Set.of("entry-0-[1]-none", "entry-0-2-exit"), paths(forest, 0));
    assertEquals(Set.of("entry-1-loop", "loop-1-loop"), paths(forest, 1));
  }

  /** B is in the loop, because the exceptions of B are caught in the loop. */
  @Test
  void aReturnLeavesAllLevelsAndAnAthrowLeavesOne() {
    SampleGraph sample = SampleGraph.of("A>B A>D B!C C>A", "BD");
    assertEquals(Set.of("entry-[0]-exit", "entry-[0]-3-exit"), paths(forest(sample), 0));
    BitSet athrows = new BitSet();
    athrows.set(1);
    assertEquals(Set.of("entry-[0]-3-exit"), paths(forest(sample, athrows), 0));
    assertTrue(paths(forest(sample, athrows), 1).contains("entry-0-1-exit"));
    assertEquals(1, forest(sample, athrows).exits(1).size());
  }

  /** The handler B is also a loop's header, so the dispatch of an exception enters the loop. */
  @Test
  void aHandlerAtALoopsHeaderStartsPathsOfTwoLevels() {
    StructureForest forest = forest(SampleGraph.of("A!B A>C B>B B>C", "C"));
    assertEquals(Set.of("entry-0-2-exit", "handler-[1]-2-exit"), paths(forest, 0));
    assertEquals(
        Set.of(
            "entry-1-loop",
            "entry-1-leave",
            "loop-1-loop",
            "loop-1-leave",
            "handler-1-loop",
            "handler-1-leave"),
        paths(forest, 1));
  }

  @Test
  void anIrreducibleMethodHasOneGraph() {
    StructureForest forest = forest(SampleGraph.of("A>B A>C B>C C>B B>D", "D"));
    assertEquals(1, forest.graphs().size());
    assertTrue(paths(forest, 0).stream().anyMatch(path -> path.startsWith("loop-")));
  }

  /**
   * C and D form a loop only because C's exceptions lead to D. D also leads to B outside the loop,
   * and B leads back to C.
   */
  @Test
  void aMethodHasOneGraphIfALoopIsReenteredWithoutABackEdge() {
    StructureForest forest = forest(SampleGraph.of("A>B A>C B>C C!D D>B D>C", "C"));
    assertEquals(1, forest.graphs().size());
  }

  /**
   * An edge has a step in the graph of each level that it crosses. All of these steps but the last
   * one leave their level.
   */
  @Property
  @Domain(SampleGraphs.class)
  void everyEdgeIsAStepOfItsGraphs(@ForAll SampleGraph sample) {
    FlowGraph graph = sample.build();
    BackEdges backEdges = BackEdges.of(graph);
    StructureForest forest = StructureForest.of(graph, backEdges, new BitSet());
    for (int from = 0; from < graph.blockCount(); from++) {
      for (int to : graph.successors(from)) {
        List<Crossing> crossings = forest.crossings(from, to);
        for (int at = 0; at < crossings.size(); at++) {
          Crossing crossing = crossings.get(at);
          assertNotNull(crossing.step());
          boolean last = at == crossings.size() - 1;
          assertEquals(last, crossing.step().kind() != StepKind.LEAVE);
        }
        StepKind kind = crossings.get(crossings.size() - 1).step().kind();
        assertEquals(backEdges.contains(from, to), kind == StepKind.LOOP);
        StructureGraph entered = forest.entered(from, to);
        assertEquals(entered != null, kind == StepKind.EDGE && isLoopNode(forest, crossings, to));
      }
    }
  }

  private static boolean isLoopNode(StructureForest forest, List<Crossing> crossings, int to) {
    return forest.levelOf(to) != crossings.get(crossings.size() - 1).graph();
  }
}
