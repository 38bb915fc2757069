package org.kpathjvm.engine.ksf;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.kpathjvm.engine.counting.ActivationStates;

/** Feeds repeated items to one forest, mostly as path runs, and to another as single items. */
class RepeatedItemTest {
  @Property(tries = 300)
  void aPathRunCountsLikeSingleItems(
      @ForAll @IntRange(min = 2, max = 20) int k,
      @ForAll boolean childIndex,
      @ForAll @IntRange(min = 1, max = 6) int alphabet,
      @ForAll long seed) {
    Random random = new Random(seed);
    ForestOptions options = new ForestOptions(k, childIndex);
    SlabForest runs = new SlabForest(options);
    SlabForest items = new SlabForest(options);
    ActivationStates runStates = new ActivationStates();
    ActivationStates itemStates = new ActivationStates();
    int[] states = {runStates.create(), runStates.create()};
    itemStates.create();
    itemStates.create();
    for (int piece = 0; piece < 60; piece++) {
      int state = states[random.nextInt(states.length)];
      int[] words = new int[1 + random.nextInt(random.nextBoolean() ? 3 : 200)];
      Arrays.fill(words, 1 + random.nextInt(alphabet));
      items.feed(words, 0, words.length, alphabet, itemStates.fields(), state);
      if (random.nextInt(4) == 0) {
        runs.feed(words, 0, words.length, alphabet, runStates.fields(), state);
      } else {
        runs.feedRun(1, 5, words[0] - 1, words.length, runStates.fields(), state);
      }
      assertArrayEquals(itemStates.fields(), runStates.fields());
    }
    assertEquals(ForestCounts.of(items), ForestCounts.of(runs));
    assertEquals(
        List.of(items.rootFinds(), items.nodeScans(), items.indexFinds()),
        List.of(runs.rootFinds(), runs.nodeScans(), runs.indexFinds()));
  }

  @Test
  void aLongRunNeedsAsManyRootFindsAsSingleItems() {
    SlabForest forest = new SlabForest(new ForestOptions(8, false));
    ActivationStates states = new ActivationStates();
    forest.feedRun(1, 1, 0, Integer.MAX_VALUE, states.fields(), states.create());
    assertEquals((Integer.MAX_VALUE + 6L) / 7, forest.rootFinds());
    assertEquals(14, forest.size());
  }
}
