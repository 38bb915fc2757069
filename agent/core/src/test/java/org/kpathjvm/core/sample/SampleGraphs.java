package org.kpathjvm.core.sample;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;
import net.jqwik.api.domains.DomainContextBase;

/**
 * Random graphs for the property tests. Some of them have a chain of fall-throughs, which makes
 * them look like compiled code. Self-loops, exception edges and exits may be anywhere, and a
 * handler may lead back to an exit whose exceptions it catches.
 */
public final class SampleGraphs extends DomainContextBase {
  @Provide
  public Arbitrary<SampleGraph> graphs() {
    return Arbitraries.integers().between(1, 9).flatMap(SampleGraphs::ofBlocks);
  }

  private static Arbitrary<SampleGraph> ofBlocks(int blockCount) {
    Arbitrary<Integer> block = Arbitraries.integers().between(0, blockCount - 1);
    Arbitrary<List<Integer>> pair = Combinators.combine(block, block).as(Arrays::asList);
    return Combinators.combine(
            Arbitraries.of(true, false),
            pair.list().ofMaxSize(2 * blockCount + 2),
            pair.list().ofMaxSize(4),
            block.list().ofMaxSize(3),
            pair.list().ofMaxSize(1))
        .as(
            (chain, edges, exceptions, exits, retries) ->
                trimmed(blockCount, chain, edges, exceptions, exits, retries));
  }

  private static SampleGraph trimmed(
      int blockCount,
      boolean chain,
      List<List<Integer>> edges,
      List<List<Integer>> exceptions,
      List<Integer> exits,
      List<List<Integer>> retries) {
    SampleGraph raw = new SampleGraph(blockCount);
    for (int block = 0; chain && block + 1 < blockCount; block++) {
      raw.edges.add(Arrays.asList(block, block + 1));
    }
    raw.edges.addAll(edges);
    raw.exceptionEdges.addAll(exceptions);
    for (List<Integer> retry : retries) {
      retry(raw, retry.get(0), retry.get(1));
    }
    Map<Integer, Integer> names = new TreeMap<>();
    SlowFlow.reach(raw, 0, -1).forEach(block -> names.put(block, 0));
    int next = 0;
    for (Map.Entry<Integer, Integer> name : names.entrySet()) {
      name.setValue(next++);
    }
    SampleGraph graph = new SampleGraph(names.size());
    rename(raw.edges, names, graph.edges);
    rename(raw.exceptionEdges, names, graph.exceptionEdges);
    for (int block : names.keySet()) {
      if (exits.contains(block) || raw.ordinary(block).isEmpty()) {
        graph.exits.add(names.get(block));
      }
    }
    return graph;
  }

  /**
   * Turns one block into an exit, and another block into a handler that catches the exit's
   * exceptions and leads back to the exit.
   */
  private static void retry(SampleGraph graph, int exit, int handler) {
    if (exit != handler) {
      graph.edges.removeIf(edge -> edge.get(0) == exit);
      graph.edges.add(Arrays.asList(handler, exit));
      graph.exceptionEdges.add(Arrays.asList(exit, handler));
    }
  }

  private static void rename(
      List<List<Integer>> edges, Map<Integer, Integer> names, List<List<Integer>> renamed) {
    for (List<Integer> edge : edges) {
      if (names.containsKey(edge.get(0))) {
        renamed.add(Arrays.asList(names.get(edge.get(0)), names.get(edge.get(1))));
      }
    }
  }
}
