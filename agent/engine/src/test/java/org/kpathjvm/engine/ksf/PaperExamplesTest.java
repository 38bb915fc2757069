package org.kpathjvm.engine.ksf;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpathjvm.engine.counting.ActivationStates;
import org.kpathjvm.engine.counting.GramCounts;
import org.kpathjvm.engine.hash.HashPathCounter;
import org.kpathjvm.engine.ipf.PathForest;
import org.kpathjvm.engine.ipf.PathForestBuilder;

/**
 * Examples 1 to 3 of the k-BLPP paper, written with the paper's ids. The tests add 1 to each id,
 * because the engine's ids begin with 1.
 */
class PaperExamplesTest {
  private static final int[] STREAM = {6, 2, 0, 0, 2, 2, 0, 0, 2, 2, 0, 0, 2, 3};

  private static final Map<String, Long> SLAB_FOREST_4 =
      named(
          "6:1 62:1 620:1 6200:1 62002:1 620022:1 0:0 02:0 022:0 0220:1 02200:1 022002:1 00:0 002:0 0022:1"
              + " 00220:1 002200:1 2:0 20:0 200:0 2002:1 20023:1 23:0");
  private static final Map<String, Long> PATH_FOREST_4 =
      named(
          "6:1 2:6 0:6 3:1 62:1 20:3 00:3 02:3 22:2 23:1 620:1 200:3 002:3 022:2 220:2 023:1 6200:1 2002:3"
              + " 0022:2 0220:2 2200:2 0023:1");

  @Test
  void theSlabForestIsThatOfExample3() {
    SlabForest forest = feed(4);
    assertEquals(SLAB_FOREST_4, ForestCounts.of(forest));
    assertEquals(23, forest.size());
    assertEquals(3, forest.rootCount());
  }

  @Test
  void thePathForestIsThatOfExample1() {
    Map<String, Long> found = new TreeMap<>();
    GramCounts.of(PathForestBuilder.build(feed(4), 4))
        .forEach(
            (gram, count) ->
                found.put(
                    gram.stream().map(String::valueOf).collect(Collectors.joining(" ")), count));
    assertEquals(PATH_FOREST_4, found);
    assertEquals(3, found.get("3 1 1 3"), "n-gram <2,0,0,2>");
  }

  @ParameterizedTest
  @CsvSource({
    "2, 14, 4, 10, 10, 2.0, 0.8571",
    "3, 7, 3, 14, 16, 1.5, 1.625",
    "4, 5, 3, 23, 22, 1.3846, 2.3333",
    "6, 3, 3, 23, 34, 1.3043, 3.6364",
    "8, 2, 2, 21, 46, 1.2727, 4.8462",
    "11, 2, 2, 18, 61, 1.2128, 6.0714",
    "16, 1, 1, 14, 67, 1.1887, 6.5"
  })
  void sizesOfTheExampleDependOnK(
      int k, long finds, int roots, int slabNodes, int pathNodes, double degree, double leafDepth) {
    SlabForest forest = feed(k);
    assertEquals(finds, forest.rootFinds());
    assertEquals(roots, forest.rootCount());
    assertEquals(slabNodes, forest.size());
    PathForest result = PathForestBuilder.build(forest, k);
    assertEquals(pathNodes, result.size());
    assertEquals(degree, result.shape().averageInternalDegree(), 0.00005);
    assertEquals(leafDepth, result.shape().averageLeafDepth(), 0.00005);
  }

  @Test
  void countsAreTheBallLarusProfile() {
    HashPathCounter counter = new HashPathCounter();
    int[] words = words();
    assertEquals(words.length, counter.feed(words, 0, words.length, 7));
    PathForest forest = PathForestBuilder.build(counter);
    assertEquals(
        Map.of(List.of(1), 6L, List.of(3), 6L, List.of(4), 1L, List.of(7), 1L),
        GramCounts.of(forest));
    assertEquals(4, counter.size());
  }

  private static SlabForest feed(int k) {
    SlabForest forest = new SlabForest(new ForestOptions(k, false));
    ActivationStates states = new ActivationStates();
    int state = states.create();
    int[] words = words();
    assertEquals(words.length, forest.feed(words, 0, words.length, 7, states.fields(), state));
    return forest;
  }

  private static int[] words() {
    return Arrays.stream(STREAM).map(id -> id + 1).toArray();
  }

  /** In the text, "620:1" is the paper's label sequence 6, 2, 0, with count 1. */
  private static Map<String, Long> named(String text) {
    Map<String, Long> counts = new HashMap<>();
    for (String node : text.split(" ")) {
      String[] parts = node.split(":");
      String name =
          parts[0]
              .chars()
              .mapToObj(c -> String.valueOf(c - '0' + 1))
              .collect(Collectors.joining(" "));
      counts.put(name, Long.valueOf(parts[1]));
    }
    return counts;
  }
}
