package org.kpathjvm.core.kiter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.sample.SampleGraph;

class IteratedLoopsTest {
  private static IteratedLoops of(String edges, String exits) {
    FlowGraph graph = SampleGraph.of(edges, exits).build();
    return IteratedLoops.of(graph, BackEdges.of(graph), header -> 3);
  }

  @Test
  void onlyInnermostLoopsHaveSeveralIterations() {
    IteratedLoops loops = of("A>B B>C C>C C>D D>B D>E E>F F>E F>G", "G");
    assertEquals(List.of(2, 4), loops.headers());
    assertEquals(1, loops.iterations(1));
    assertEquals(3, loops.iterations(2));
    assertTrue(loops.areTogether(4, 5));
    assertFalse(loops.areTogether(2, 4));
    assertFalse(loops.areTogether(0, 0));
  }

  @Test
  void aLoopWithTwoEntriesIsNotIterated() {
    assertEquals(List.of(), of("A>B A>C B>C C>B C>D", "D").headers());
  }

  @Test
  void bothLoopsAreIteratedIfOnlyAnExceptionLeavesTheInnerOne() {
    // The only way out of C's loop is the exception that D handles. D leads back to B, as F does.
    IteratedLoops loops = of("A>B B>C C>C D>B B>E B>F F>B C!D", "E");
    assertEquals(List.of(1, 2), loops.headers());
    assertFalse(loops.areTogether(1, 2));
    assertTrue(loops.areTogether(1, 3));
  }

  @Test
  void loopsThatOnlyRetryHaveOneIteration() {
    // B returns, or throws an exception that C catches. C leads back to B.
    assertEquals(List.of(), of("A>B B!C C>B", "B").headers());
    // From B, an ordinary edge leads out of the loop.
    assertEquals(List.of(), of("A>B B>D B!C C>B", "D").headers());
    // D also leads back to B, without an exception. So the loop has several iterations.
    assertEquals(List.of(1), of("A>B B!C C>B B>D D>B D>E", "E").headers());
  }

  @Test
  void aLoopMayHaveSeveralLatches() {
    IteratedLoops loops = of("A>B B>C B>D C>B D>B D>E", "E");
    assertEquals(List.of(1), loops.headers());
    assertTrue(loops.areTogether(2, 3));
  }

  @Test
  void theCapLimitsTheIterationsOfALoop() {
    IteratedLoops loops = of("A>A A>B B>B B>C", "C");
    assertEquals(3, loops.longest());
    assertEquals(2, loops.cappedAt(2).longest());
    assertEquals(List.of(0, 1), loops.cappedAt(2).headers());
    assertEquals(List.of(), loops.cappedAt(1).headers());
    assertEquals(1, loops.cappedAt(1).iterations(0));
  }
}
