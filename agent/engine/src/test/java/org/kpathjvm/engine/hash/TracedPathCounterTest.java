package org.kpathjvm.engine.hash;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.kpathjvm.engine.cache.CacheHierarchy;
import org.kpathjvm.engine.cache.CacheShape;

class TracedPathCounterTest {
  private static final int MAX_ID = 200;

  private static CacheHierarchy caches() {
    return new CacheHierarchy(new CacheShape(128, 2, 16), new CacheShape(512, 4, 16));
  }

  /**
   * The counts equal those of a {@link HashPathCounter}. Feeding several ids in one call causes the
   * same accesses to the simulated caches as feeding the ids one by one.
   */
  @Property(tries = 200)
  void countsAndAccessesDoNotDependOnPieces(@ForAll long seed) {
    Random random = new Random(seed);
    CacheHierarchy caches = caches();
    CacheHierarchy others = caches();
    HashPathCounter plain = new HashPathCounter();
    HashPathCounter wholeCounts = new HashPathCounter();
    TracedPathCounter whole = new TracedPathCounter(wholeCounts, 1L << 40, caches);
    TracedPathCounter steps = new TracedPathCounter(new HashPathCounter(), 1L << 40, others);
    for (int piece = 0; piece < 20; piece++) {
      int[] words = random.ints(random.nextInt(30), 1, MAX_ID + 1).toArray();
      assertEquals(words.length, whole.feed(words, 0, words.length, MAX_ID));
      for (int at = 0; at < words.length; at++) {
        assertEquals(at + 1, steps.feed(words, at, at + 1, MAX_ID));
      }
      plain.feed(words, 0, words.length, MAX_ID);
      assertEquals(others.counts(), caches.counts());
    }
    assertEquals(plain.size(), wholeCounts.size());
    for (int id : plain.sortedIds()) {
      assertEquals(plain.count(id), wholeCounts.count(id));
    }
  }

  @Test
  void eachPathAccessesAKeyAndAValue() {
    CacheHierarchy caches = caches();
    HashPathCounter counter = new HashPathCounter();
    TracedPathCounter traced = new TracedPathCounter(counter, 0, caches);
    assertEquals(2, traced.feed(new int[] {7, -7, 7}, 0, 3, MAX_ID));
    assertEquals(1, traced.feed(new int[] {7, MAX_ID + 1}, 0, 2, MAX_ID));
    assertEquals(3, counter.count(7));
    assertEquals(6, caches.counts().accesses());
    assertEquals(1, caches.counts().l1Misses());
  }
}
