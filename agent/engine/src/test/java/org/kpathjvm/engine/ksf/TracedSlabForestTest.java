package org.kpathjvm.engine.ksf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.kpathjvm.engine.cache.CacheCounts;
import org.kpathjvm.engine.cache.CacheHierarchy;
import org.kpathjvm.engine.cache.CacheShape;
import org.kpathjvm.engine.counting.ActivationStates;

class TracedSlabForestTest {
  private static final CacheShape L1 = new CacheShape(512, 2, 64);
  private static final CacheShape L2 = new CacheShape(2048, 4, 64);
  private static final int MAX_ID = 9;

  private static final class Traced {
    final SlabForest forest;
    final TracedSlabForest traced;
    final ActivationStates states = new ActivationStates();
    final CacheHierarchy caches = new CacheHierarchy(L1, L2);

    Traced(int k) {
      ForestOptions options = new ForestOptions(k, false);
      forest = new SlabForest(options);
      traced = new TracedSlabForest(forest, options, 1L << 40, caches);
    }

    CacheCounts feed(int state, int... words) {
      assertEquals(
          words.length, traced.feed(words, 0, words.length, MAX_ID, states.fields(), state));
      return caches.counts();
    }
  }

  /**
   * The traced forest equals an untraced forest. The traced forest's sizes and numbers of steps are
   * those of the procedure in Fig. 6 of the k-BLPP paper.
   */
  @Property(tries = 200)
  void tracingBuildsTheSameForest(@ForAll @IntRange(min = 2, max = 7) int k, @ForAll long seed) {
    Random random = new Random(seed);
    Traced traced = new Traced(k);
    SlabForest plain = new SlabForest(new ForestOptions(k, false));
    Figure6 figure = new Figure6(k);
    ActivationStates states = new ActivationStates();
    for (int activation = 0; activation < 6; activation++) {
      int state = traced.states.create();
      int other = states.create();
      Figure6.Activation third = new Figure6.Activation();
      for (int piece = 0; piece < 10; piece++) {
        int[] words = words(random);
        traced.feed(state, words);
        plain.feed(words, 0, words.length, MAX_ID, states.fields(), other);
        for (int id : words) {
          figure.process(id, third);
        }
      }
    }
    assertEquals(ForestCounts.of(plain), ForestCounts.of(traced.forest));
    assertEquals(figure.finds(), traced.forest.rootFinds());
    assertEquals(figure.scans(), traced.forest.nodeScans());
    assertEquals(figure.scans(), plain.nodeScans());
    assertEquals(figure.nodes(), traced.forest.size());
    assertEquals(figure.roots(), traced.forest.rootCount());
    assertEquals(figure.internalNodes(), traced.forest.view().internalNodes());
  }

  /**
   * Feeding several ids in one call causes the same accesses to the simulated caches as feeding
   * them one at a time.
   */
  @Property(tries = 200)
  void accessesDoNotDependOnPieces(@ForAll @IntRange(min = 2, max = 7) int k, @ForAll long seed) {
    Random random = new Random(seed);
    Traced whole = new Traced(k);
    Traced stepped = new Traced(k);
    int state = whole.states.create();
    assertEquals(state, stepped.states.create());
    for (int piece = 0; piece < 8; piece++) {
      int[] words = words(random);
      whole.feed(state, words);
      for (int id : words) {
        stepped.feed(state, id);
      }
      assertEquals(stepped.caches.counts(), whole.caches.counts());
    }
  }

  /** Returns ids of random paths, followed by the id of one path up to 80 times in a row. */
  private static int[] words(Random random) {
    int any = random.nextInt(12);
    int[] words = random.ints(any + 1 + random.nextInt(80), 1, MAX_ID + 1).toArray();
    Arrays.fill(words, any, words.length, words[any]);
    return words;
  }

  /**
   * The accesses are worked out by hand, for k = 2. R is the paper's hash table of roots. An entry
   * of R is a key and a value.
   */
  @Test
  void aFewStepsCauseTheExpectedAccesses() {
    Traced traced = new Traced(2);
    int state = traced.states.create();
    // The accesses are: key and value of R; the new root's count.
    assertEquals(3, traced.feed(state, 1).accesses());
    // The accesses are: key and value; the first child, which doesn't exist yet; the links of the
    // new node and of its parent; the count.
    assertEquals(3 + 6, traced.feed(state, 1).accesses());
    // The accesses are: key and value; the first child; the count.
    assertEquals(9 + 4, traced.feed(state, 1).accesses());
    // The accesses are those of the second step, and one more to the sibling.
    assertEquals(13 + 7, traced.feed(state, 2).accesses());
    // Each miss was the first access to a cache line, so both caches missed equally often.
    assertEquals(0, traced.caches.counts().l1Misses() - traced.caches.counts().l2Misses());
  }

  @Test
  void feedingStopsAfterAnActivationAndBeforeAnInvalidId() {
    Traced traced = new Traced(3);
    int state = traced.states.create();
    int[] words = {1, -2, 3};
    assertEquals(2, traced.traced.feed(words, 0, 3, MAX_ID, traced.states.fields(), state));
    int[] unknown = {1, MAX_ID + 1};
    assertEquals(1, traced.traced.feed(unknown, 0, 2, MAX_ID, traced.states.fields(), state));
  }

  @Test
  void aChildIndexIsRefused() {
    ForestOptions options = new ForestOptions(2, true);
    assertThrows(
        IllegalArgumentException.class,
        () -> new TracedSlabForest(new SlabForest(options), options, 0, null));
  }
}
