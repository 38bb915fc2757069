package org.kpathjvm.runtime.inline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.BeforeTry;
import org.kpathjvm.engine.counting.ActivationStates;
import org.kpathjvm.engine.counting.GramCounts;
import org.kpathjvm.engine.ksf.ForestCounts;
import org.kpathjvm.engine.ksf.ForestOptions;
import org.kpathjvm.engine.ksf.SlabForest;

/**
 * Compares the probes' forest with brute force, with the k-BLPP paper's figures for Example 3, and
 * with the engine's forest, which is used without its index of children.
 */
class ForestTest {
  /**
   * The stream of Example 3, with the paper's ids. The test adds 1 to each id, because 0 isn't an
   * id in a forest.
   */
  private static final int[] EXAMPLE = {6, 2, 0, 0, 2, 2, 0, 0, 2, 2, 0, 0, 2, 3};

  @BeforeTry
  void memory() {
    InlineSetup.tableBytes = Long.MAX_VALUE;
  }

  @Example
  void theExampleHasThePublishedSizes() {
    int[][] expected = {
      // k, root finds, roots, nodes
      {2, 14, 4, 10},
      {3, 7, 3, 14},
      {4, 5, 3, 23},
      {6, 3, 3, 23},
      {8, 2, 2, 21},
      {11, 2, 2, 18},
      {16, 1, 1, 14}
    };
    for (int[] row : expected) {
      Forest forest = new Forest(row[0] - 1);
      long activation = 0;
      for (int id : EXAMPLE) {
        activation = forest.step(activation, id + 1);
      }
      assertEquals(
          Arrays.toString(row),
          Arrays.toString(
              new int[] {row[0], (int) forest.rootFinds, forest.roots.size(), forest.size()}));
    }
  }

  @Property(tries = 200)
  void countsAgreeWithBruteForceAndTheEngine(
      @ForAll @IntRange(min = 2, max = 64) int k,
      @ForAll @IntRange(min = 1, max = 60) int alphabet,
      @ForAll @IntRange(min = 1, max = 5) int activations,
      @ForAll long seed) {
    Random random = new Random(seed);
    Forest forest = new Forest(k - 1);
    SlabForest engine = new SlabForest(new ForestOptions(k, false));
    ActivationStates states = new ActivationStates();
    int[] engineStates = new int[activations];
    List<List<Integer>> sequences = new ArrayList<>();
    for (int i = 0; i < activations; i++) {
      engineStates[i] = states.create();
      sequences.add(new ArrayList<>());
    }
    long[] values = new long[activations];
    for (int item = random.nextInt(1000); item > 0; item--) {
      int which = random.nextInt(activations);
      // Small ids come often, as hot paths do.
      int id = 1 + (int) (alphabet * Math.pow(random.nextDouble(), 3));
      values[which] = forest.step(values[which], id);
      engine.feed(new int[] {id}, 0, 1, id, states.fields(), engineStates[which]);
      sequences.get(which).add(id);
    }
    assertEquals(ForestCounts.of(engine), nodes(forest));
    assertEquals(engine.rootFinds(), forest.rootFinds);
    assertEquals(engine.nodeScans(), forest.nodeScans);
    assertEquals(engine.rootCount(), forest.roots.size());
    GramCounts expected = new GramCounts(k);
    sequences.forEach(expected::add);
    assertEquals(expected.counts(), grams(forest, k));
  }

  /** Returns the nodes' counts. A node's key has the ids from its root to the node. */
  private static Map<String, Long> nodes(Forest forest) {
    Map<String, Long> nodes = new TreeMap<>();
    int[] parents = forest.parents();
    for (int node = 1; node <= forest.size(); node++) {
      StringBuilder name = new StringBuilder();
      branch(forest, parents, node)
          .forEach(label -> name.append(name.length() == 0 ? "" : " ").append(label));
      nodes.put(name.toString(), forest.count(node));
    }
    return nodes;
  }

  /**
   * Returns the counts of the n-grams. A node stands for the ids from its root to the node. The
   * node's count is added to each suffix of these ids that has at most k ids.
   */
  private static Map<List<Integer>, Long> grams(Forest forest, int k) {
    Map<List<Integer>, Long> grams = new HashMap<>();
    int[] parents = forest.parents();
    for (int node = 1; node <= forest.size(); node++) {
      long count = forest.count(node);
      List<Integer> branch = branch(forest, parents, node);
      for (int n = 1; count > 0 && n <= Math.min(k, branch.size()); n++) {
        grams.merge(
            List.copyOf(branch.subList(branch.size() - n, branch.size())), count, Long::sum);
      }
    }
    return grams;
  }

  private static List<Integer> branch(Forest forest, int[] parents, int node) {
    List<Integer> labels = new ArrayList<>();
    for (int at = node; at != 0; at = parents[at]) {
      labels.add(0, forest.id(at));
    }
    return labels;
  }
}
