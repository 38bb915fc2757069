package org.kpathjvm.core.kiter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.sample.SampleGraph;

class MethodIterationsTest {
  /**
   * The graph of figure 1 of Roy and Srikant's "Profiling k-Iteration Paths". It has 10, 23, 49 and
   * 101 paths for k = 1 to 4.
   */
  private static final String FIGURE_1 = "A>B B>C B>D C>E D>E D>F E>B E>F";

  private static MethodIterations of(String edges, int k, int limit, int most) {
    FlowGraph graph = SampleGraph.of(edges, "F").build();
    return MethodIterations.of(
        graph, BackEdges.of(graph), header -> k, limit, most, "huge-method: no room");
  }

  @Test
  void allRequestedIterationsFit() {
    MethodIterations iterations = of(FIGURE_1, 4, 101, Integer.MAX_VALUE);
    assertEquals(4, iterations.asked);
    assertEquals(4, iterations.longest());
    assertNull(iterations.reason);
  }

  @Test
  void tooManyPathsReduceTheIterations() {
    MethodIterations iterations = of(FIGURE_1, 4, 100, Integer.MAX_VALUE);
    assertEquals(3, iterations.longest());
    assertEquals("too-many-paths: more than 100 with 4 iterations", iterations.reason);
    MethodIterations none = of(FIGURE_1, 4, 22, Integer.MAX_VALUE);
    assertNull(none.numbering);
    assertEquals("too-many-paths: more than 22 with 2 iterations", none.reason);
  }

  @Test
  void tooMuchCodeReducesTheIterations() {
    MethodIterations iterations = of(FIGURE_1, 4, 60_000, 2);
    assertEquals(2, iterations.longest());
    assertEquals("huge-method: no room", iterations.reason);
    assertEquals("huge-method: no room", of(FIGURE_1, 4, 60_000, 1).reason);
    assertEquals("too-many-paths: more than 40 with 3 iterations", of(FIGURE_1, 4, 40, 3).reason);
  }

  @Test
  void nullIsReturnedIfNoLoopIsIterated() {
    assertNull(of("A>B A>C B>D C>D D>E E>F", 4, 60_000, Integer.MAX_VALUE));
    assertNull(of(FIGURE_1, 1, 60_000, Integer.MAX_VALUE));
  }
}
