package org.kpathjvm.core.kiter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import net.jqwik.api.statistics.Statistics;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.sample.GraphBuilder;
import org.kpathjvm.core.sample.SampleGraph;
import org.kpathjvm.core.sample.SampleGraphs;

@Domain(SampleGraphs.class)
@Domain(DomainContext.Global.class)
class IterationNumberingTest {
  private static final int FEW = 5_000;

  /**
   * Gives each loop k iterations if its header has an even number, and k - 1 iterations otherwise.
   */
  private static IteratedLoops mixed(FlowGraph graph, BackEdges backEdges, int k) {
    return IteratedLoops.of(graph, backEdges, header -> k - header % 2);
  }

  @Property
  void eachNumberStandsForOnePath(
      @ForAll SampleGraph sample, @ForAll @IntRange(min = 1, max = 5) int k) {
    FlowGraph graph = sample.build();
    BackEdges backEdges = BackEdges.of(graph);
    IteratedLoops loops = mixed(graph, backEdges, k);
    Set<String> expected = StaticPaths.of(graph, backEdges, loops, FEW);
    IterationNumbering numbering = IterationNumbering.of(graph, backEdges, loops, FEW);
    if (expected == null) {
      assertNull(numbering);
      return;
    }
    assertEquals(expected.size(), numbering.pathCount());
    IterationDecoder decoder = new IterationDecoder(graph, numbering);
    Set<String> decoded = new TreeSet<>();
    for (int path = 0; path < numbering.pathCount(); path++) {
      decoded.add(decoder.decode(path));
    }
    assertEquals(expected, decoded);
  }

  @Property
  void registersCountTheSamePathsAsWindows(
      @ForAll SampleGraph sample,
      @ForAll @IntRange(min = 1, max = 5) int k,
      @ForAll Random random) {
    FlowGraph graph = sample.build();
    BackEdges backEdges = BackEdges.of(graph);
    IterationNumbering numbering =
        IterationNumbering.of(graph, backEdges, mixed(graph, backEdges, k), FEW);
    int[] trace = walk(graph, random);
    if (numbering == null || trace == null) {
      return;
    }
    Windows windows = new Windows(graph, backEdges, numbering);
    IterationDecoder decoder = new IterationDecoder(graph, numbering);
    Map<String, Integer> counted = new TreeMap<>();
    windows.registers(trace).forEach((path, count) -> counted.put(decoder.decode(path), count));
    assertEquals(windows.slow(trace), counted);
  }

  /**
   * Two loops share a handler that leads back to both headers. Paths have several iterations of
   * only one of the loops.
   */
  @Test
  void onlyOneOfTwoLoopsThatShareABlockIsIterated() {
    FlowGraph graph = SampleGraph.of("A>A A>C B>A B>C C>C C!B", "C").build();
    BackEdges backEdges = BackEdges.of(graph);
    IteratedLoops loops = IteratedLoops.of(graph, backEdges, header -> 3);
    assertEquals(4, backEdges.edges().size());
    assertEquals(List.of(2), loops.headers());
    Windows windows =
        new Windows(graph, backEdges, IterationNumbering.of(graph, backEdges, loops, FEW));
    IterationDecoder decoder =
        new IterationDecoder(graph, IterationNumbering.of(graph, backEdges, loops, FEW));
    int[] trace = {0, 2, ~1, 0, 2};
    Map<String, Integer> counted = new TreeMap<>();
    windows.registers(trace).forEach((path, count) -> counted.put(decoder.decode(path), count));
    assertEquals(Map.of("handler 1 loop 0", 1, "loop 0 2 exit", 1), counted);
    assertEquals(windows.slow(trace), counted);
  }

  /**
   * The random graphs include loops whose only way back to the header is an exception. Paths have
   * only one iteration of such a loop.
   */
  @Property
  void randomGraphsIncludeRetryLoops(@ForAll SampleGraph sample) {
    FlowGraph graph = sample.build();
    BackEdges backEdges = BackEdges.of(graph);
    IteratedLoops loops = IteratedLoops.of(graph, backEdges, header -> 2);
    boolean retries = false;
    for (int block = 0; block < graph.blockCount(); block++) {
      boolean goesNowhere = graph.successors(block).length == 0;
      retries |= backEdges.isHeader(block) && goesNowhere;
      assertFalse(goesNowhere && loops.iterations(block) > 1);
    }
    Statistics.collect(retries);
    Statistics.coverage(coverage -> coverage.check(true).count(count -> count > 10));
  }

  /**
   * Returns the blocks of a random execution, in the form that {@link Windows#slow} takes; null if
   * the execution doesn't end within 200 blocks.
   */
  private static int[] walk(FlowGraph graph, Random random) {
    List<Integer> trace = new ArrayList<>(List.of(0));
    while (trace.size() < 200) {
      int latest = trace.get(trace.size() - 1);
      int block = latest < 0 ? ~latest : latest;
      int[] successors = graph.successors(block);
      int[] handlers = graph.handlersOf(block);
      if (handlers.length > 0 && random.nextInt(successors.length == 0 ? 2 : 4) == 0) {
        trace.add(~handlers[random.nextInt(handlers.length)]);
        continue;
      }
      if (graph.isExit(block) && random.nextInt(successors.length + 1) == 0) {
        return trace.stream().mapToInt(Integer::intValue).toArray();
      }
      if (successors.length > 0) {
        trace.add(successors[random.nextInt(successors.length)]);
      }
    }
    return null;
  }

  /**
   * Returns a graph with one loop. There are p ways into the loop, b ways through its body, e ways
   * out of it, and s ways past it.
   */
  private static FlowGraph oneLoop(int p, int b, int e, int s) {
    int header = 1 + p;
    int latch = header + 1 + b;
    int exit = latch + 1 + e + s;
    GraphBuilder graph = new GraphBuilder(exit + 1).exit(exit);
    for (int way = 0; way < p; way++) {
      graph.edge(0, 1 + way).edge(1 + way, header);
    }
    for (int way = 0; way < b; way++) {
      graph.edge(header, header + 1 + way).edge(header + 1 + way, latch);
    }
    graph.edge(latch, header);
    for (int way = 0; way < e; way++) {
      graph.edge(header, latch + 1 + way).edge(latch + 1 + way, exit);
    }
    for (int way = 0; way < s; way++) {
      graph.edge(0, latch + 1 + e + way).edge(latch + 1 + e + way, exit);
    }
    return graph.build();
  }

  @Property(tries = 200)
  void pathCountsOfOneLoopFollowTheFormula(
      @ForAll @IntRange(min = 1, max = 4) int p,
      @ForAll @IntRange(min = 1, max = 4) int b,
      @ForAll @IntRange(min = 1, max = 4) int e,
      @ForAll @IntRange(max = 3) int s,
      @ForAll @IntRange(min = 1, max = 7) int k) {
    FlowGraph graph = oneLoop(p, b, e, s);
    BackEdges backEdges = BackEdges.of(graph);
    long powers = 0;
    long power = 1;
    for (int i = 0; i < k; i++) {
      powers += power;
      power *= b;
    }
    // Here, power is b^k, and powers is the sum of b^i for i < k.
    long expected = p * (e * powers + power) + power / b * e + power + s;
    IteratedLoops loops = IteratedLoops.of(graph, backEdges, header -> k);
    IterationNumbering numbering = IterationNumbering.of(graph, backEdges, loops, (int) expected);
    assertNotNull(numbering);
    assertEquals(expected, numbering.pathCount());
    assertNull(IterationNumbering.of(graph, backEdges, loops, (int) expected - 1));
  }

  @Test
  void tooManyPathsReduceTheIterationsOneByOne() {
    FlowGraph graph = oneLoop(1, 4, 1, 0);
    BackEdges backEdges = BackEdges.of(graph);
    // By the formula of the test above, there are 10, 41, 165 and 661 paths for k = 1 to 4.
    int[] limits = {10, 40, 41, 164, 165, 661};
    int[] longest = {1, 1, 2, 2, 3, 4};
    for (int at = 0; at < limits.length; at++) {
      IterationNumbering numbering =
          IterationNumbering.longest(graph, backEdges, header -> 4, limits[at]);
      assertEquals(longest[at], numbering == null ? 1 : numbering.loops().longest());
    }
  }

  @Test
  void pathCountsBeyondIntAreTooMany() {
    // The first graph has 3^64 ways to go round its loop 64 times. The second graph has 2^80 ways
    // through its 80 branches.
    FlowGraph loop = oneLoop(1, 3, 1, 0);
    assertNull(
        IterationNumbering.of(
            loop,
            BackEdges.of(loop),
            IteratedLoops.of(loop, BackEdges.of(loop), header -> 64),
            Integer.MAX_VALUE));
    GraphBuilder row = new GraphBuilder(161);
    for (int block = 0; block < 160; block += 2) {
      row.edge(block, block + 1).edge(block, block + 2).edge(block + 1, block + 2);
    }
    FlowGraph branches = row.exit(160).build();
    BackEdges none = BackEdges.of(branches);
    assertNull(
        IterationNumbering.of(
            branches, none, IteratedLoops.of(branches, none, h -> 2), Integer.MAX_VALUE));
  }
}
