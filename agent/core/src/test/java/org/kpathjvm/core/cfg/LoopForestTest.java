package org.kpathjvm.core.cfg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.sample.SampleGraph;
import org.kpathjvm.core.sample.SampleGraphs;
import org.kpathjvm.core.sample.SlowFlow;

class LoopForestTest {
  private static List<Loop> loops(SampleGraph sample) {
    FlowGraph graph = sample.build();
    return LoopForest.of(graph, BackEdges.of(graph));
  }

  @Property
  @Domain(SampleGraphs.class)
  void loopsOfReducibleGraphsAreNaturalLoops(@ForAll SampleGraph sample) {
    SlowFlow slow = new SlowFlow(sample);
    for (Loop loop : loops(sample)) {
      int[] natural = slow.naturalLoop(loop.header()).stream().mapToInt(b -> b).toArray();
      if (slow.irreducible()) {
        assertTrue(
            Arrays.stream(loop.blocks()).allMatch(b -> Arrays.binarySearch(natural, b) >= 0));
      } else {
        assertArrayEquals(natural, loop.blocks());
      }
    }
  }

  @Property
  @Domain(SampleGraphs.class)
  void theParentIsTheSmallestEnclosingLoop(@ForAll SampleGraph sample) {
    List<Loop> loops = loops(sample);
    for (int i = 0; i < loops.size(); i++) {
      Loop loop = loops.get(i);
      assertTrue(i == 0 || loops.get(i - 1).header() < loop.header());
      assertTrue(loop.contains(loop.header()));
      assertTrue(Arrays.stream(loop.latches()).allMatch(loop::contains));
      int smallest = Integer.MAX_VALUE;
      for (Loop outer : loops) {
        boolean around = Arrays.stream(loop.blocks()).allMatch(outer::contains);
        if (around && outer.blocks().length > loop.blocks().length) {
          smallest = Math.min(smallest, outer.blocks().length);
        } else if (around && outer.header() < loop.header()) {
          smallest = loop.blocks().length;
        }
      }
      int parent = loop.parent();
      assertEquals(smallest, parent < 0 ? Integer.MAX_VALUE : loops.get(parent).blocks().length);
    }
  }

  @Test
  void aNestedLoopMayHaveTwoLatches() {
    // B and C are headers. C has the latches D and E, and F leads back to B.
    List<Loop> loops = loops(SampleGraph.of("A>B B>C C>D D>C D>E E>C E>F F>B B>G", "G"));
    assertEquals(2, loops.size());
    assertArrayEquals(new int[] {1, 2, 3, 4, 5}, loops.get(0).blocks());
    assertEquals(-1, loops.get(0).parent());
    assertArrayEquals(new int[] {2, 3, 4}, loops.get(1).blocks());
    assertArrayEquals(new int[] {3, 4}, loops.get(1).latches());
    assertEquals(0, loops.get(1).parent());
  }

  @Test
  void aBlockLeftOnlyByAnExceptionMayBelongToTheLoop() {
    // for (;;) { A: head; B: throw, caught by C; C: latch }
    List<Loop> loops = loops(SampleGraph.of("A>B B!C C>A A>D", "BD"));
    assertArrayEquals(new int[] {0, 1, 2}, loops.get(0).blocks());
  }

  @Test
  void anIrreducibleCycleDoesNotGrowIntoTheEnclosingLoop() {
    // The loop with the header B contains the cycle of C and D, which has two entries.
    List<Loop> loops = loops(SampleGraph.of("A>B B>C B>D C>D D>C D>E E>B B>F", "F"));
    assertArrayEquals(new int[] {1, 2, 3, 4}, loops.get(0).blocks());
    assertArrayEquals(new int[] {2, 3}, loops.get(1).blocks());
    assertEquals(0, loops.get(1).parent());
  }

  @Test
  void aLatchThatDominatesItsHeaderBelongsToTheLoop() {
    // No ordinary edge leaves A. So the depth-first search, which follows ordinary edges, starts
    // anew at the handlers, first at B. From B, the search reaches D, so D>B is a back edge.
    SampleGraph sample = SampleGraph.of("A!C A!E D!B C>D E>D B>C D>B D>F", "AF");
    FlowGraph graph = sample.build();
    BackEdges backEdges = BackEdges.of(graph);
    assertEquals(List.of(new FlowEdge(3, 1)), backEdges.edges());
    assertTrue(backEdges.dominators().dominates(3, 1));
    Loop loop = LoopForest.of(graph, backEdges).get(0);
    assertTrue(loop.contains(1) && loop.contains(3));
  }
}
