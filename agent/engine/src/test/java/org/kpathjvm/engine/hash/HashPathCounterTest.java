package org.kpathjvm.engine.hash;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class HashPathCounterTest {
  @Property(tries = 100)
  void countsAgreeWithAMap(@ForAll @IntRange(min = 1, max = 5000) int ids, @ForAll long seed) {
    Random random = new Random(seed);
    HashPathCounter counter = new HashPathCounter();
    HashPathCounter other = new HashPathCounter();
    Map<Integer, Long> expected = new TreeMap<>();
    for (int step = 0; step < 3000; step++) {
      int id = (1 << 30) - 1 - random.nextInt(ids);
      (random.nextBoolean() ? counter : other).add(id, step);
      expected.merge(id, (long) step, Long::sum);
    }
    counter.addAll(other);
    assertArrayEquals(
        expected.keySet().stream().mapToInt(Integer::intValue).toArray(), counter.sortedIds());
    expected.forEach((id, count) -> assertEquals(count, counter.count(id)));
    assertEquals(expected.size(), counter.size());
  }

  @Test
  void feedingStopsAfterALastPathAndAtOtherWords() {
    HashPathCounter counter = new HashPathCounter();
    int[] words = {1, 2, -2, 3, 4, 0, -5};
    assertEquals(3, counter.feed(words, 0, words.length, 4));
    assertEquals(5, counter.feed(words, 3, words.length, 4));
    assertEquals(6, counter.feed(words, 6, words.length, 4));
    assertEquals(2, counter.count(2));
    assertEquals(4, counter.size());
  }
}
