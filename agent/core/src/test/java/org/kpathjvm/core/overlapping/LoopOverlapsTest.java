package org.kpathjvm.core.overlapping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.sample.SampleGraph;
import org.kpathjvm.core.sample.SampleGraphs;

class LoopOverlapsTest {
  /** A leads to the outer loop B..E, and this loop leads to F. C and D are an inner loop. */
  private static final SampleGraph NEST = SampleGraph.of("A>B B>C B>E C>D D>C D>E E>B E>F", "F");

  @Property(tries = 500)
  @Domain(SampleGraphs.class)
  void extensionsHaveUniqueNumbers(@ForAll SampleGraph sample) {
    FlowGraph graph = sample.build();
    for (int degree = 0; degree <= 5; degree++) {
      check(graph, BackEdges.of(graph), degree);
    }
  }

  private static void check(FlowGraph graph, BackEdges backEdges, int highest) {
    LoopOverlaps overlaps = LoopOverlaps.of(graph, backEdges, loop -> highest);
    for (int loop = 0; loop < overlaps.loops().size(); loop++) {
      OverlappingGraph overlapping = overlaps.graph(loop);
      List<List<Integer>> expected = new SlowExtensions(graph, backEdges, loop, highest).all;
      Map<Long, List<Integer>> byNumber = new HashMap<>();
      for (List<Integer> blocks : expected) {
        long number = number(overlaps, overlapping, blocks);
        assertTrue(number < overlapping.span(), blocks + " has " + number);
        assertEquals(
            null, byNumber.put(number, blocks), "two extensions have the number " + number);
        assertEquals(blocks, ExtensionDecoder.decode(overlapping, (int) number));
      }
      assertEquals(expected.size(), overlapping.extensionCount());
    }
  }

  /**
   * Adds up an extension's number as the probes do. They add the values of the edges out of the
   * first k predicates, where k is the degree.
   */
  private static long number(
      LoopOverlaps overlaps, OverlappingGraph overlapping, List<Integer> blocks) {
    long sum = 0;
    int left = overlapping.degree();
    for (int at = 1; at < blocks.size(); at++) {
      int step = overlaps.step(blocks.get(at - 1), blocks.get(at));
      if (step >= 0 && left > 0) {
        sum += step;
        left--;
      }
    }
    return sum;
  }

  @Test
  void anInnerLoopEndsAnExtensionOfTheOuterLoop() {
    FlowGraph graph = NEST.build();
    LoopOverlaps overlaps = LoopOverlaps.of(graph, BackEdges.of(graph), loop -> 5);
    assertEquals(List.of(List.of(1), List.of(1, 4)), ExtensionDecoder.all(overlaps.graph(0)));
    assertTrue(overlaps.isEnd(1, 2));
    assertTrue(overlaps.isEnd(3, 4));
    assertTrue(overlaps.isEnd(4, 5));
    assertFalse(overlaps.isEnd(0, 1));
    assertFalse(overlaps.isEnd(4, 1));
  }

  /**
   * B, C and D are predicates: B and C branch, and D is the latch. An extension ends when it has
   * passed k + 1 predicates, where k is the degree.
   */
  @Test
  void anExtensionEndsAfterItsLastPredicate() {
    FlowGraph graph = SampleGraph.of("A>B B>C B>D C>D C>E D>B", "E").build();
    for (int degree = 0; degree < 3; degree++) {
      int k = degree;
      LoopOverlaps overlaps = LoopOverlaps.of(graph, BackEdges.of(graph), header -> k);
      assertEquals(degree == 0, overlaps.isEnd(1, 2), "B>C");
      assertEquals(degree == 0, overlaps.isEnd(1, 3), "B>D");
      assertEquals(degree == 1, overlaps.isEnd(2, 3), "C>D");
      assertTrue(overlaps.isEnd(2, 4), "C>E leaves the loop");
      assertFalse(overlaps.isEnd(3, 1), "a back edge begins an extension");
      assertEquals(degree == 0 ? -1 : 0, Math.min(0, overlaps.step(1, 2)));
    }
  }

  @Test
  void anExtensionBeginsAtABackEdge() {
    FlowGraph graph = NEST.build();
    LoopOverlaps overlaps = LoopOverlaps.of(graph, BackEdges.of(graph), header -> header + 1);
    assertEquals(0, overlaps.loopAt(4, 1));
    assertEquals(1, overlaps.loopAt(3, 2));
    assertEquals(-1, overlaps.loopAt(0, 1));
    assertEquals(2, overlaps.graph(0).degree());
    assertEquals(3, overlaps.graph(1).degree());
    assertEquals(0, overlaps.first(0));
    assertEquals(overlaps.graph(0).span(), overlaps.first(1));
  }

  /**
   * The loop is a row of 30 branches, so there are 2^30 ways around it. The degree is lowered until
   * there are fewer than 2^24 extensions.
   */
  @Test
  void tooManyExtensionsLowerTheDegree() {
    SampleGraph sample = new SampleGraph(92);
    sample.edges.add(List.of(0, 1));
    for (int rung = 0; rung < 30; rung++) {
      int first = 1 + 3 * rung;
      sample.edges.add(List.of(first, first + 1));
      sample.edges.add(List.of(first, first + 2));
      sample.edges.add(List.of(first + 1, first + 3));
      sample.edges.add(List.of(first + 2, first + 3));
    }
    sample.edges.add(List.of(91, 1));
    FlowGraph graph = sample.build();
    LoopOverlaps overlaps = LoopOverlaps.of(graph, BackEdges.of(graph), loop -> 100);
    assertEquals(23, overlaps.graph(0).degree());
    assertEquals(1 << 23, overlaps.graph(0).extensionCount());
    assertEquals(30, overlaps.graph(0).longest());
  }
}
