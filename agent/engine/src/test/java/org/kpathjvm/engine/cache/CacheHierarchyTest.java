package org.kpathjvm.engine.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class CacheHierarchyTest {
  /** A cache with a list of lines for each set. The most recently used line comes first. */
  private static final class ObviousCache {
    private final List<LinkedList<Long>> sets = new ArrayList<>();
    private final int ways;
    private final int lineBytes;

    ObviousCache(CacheShape shape) {
      ways = shape.ways();
      lineBytes = shape.lineBytes();
      for (long set = 0; set < shape.bytes() / shape.ways() / shape.lineBytes(); set++) {
        sets.add(new LinkedList<>());
      }
    }

    boolean access(long address) {
      Long line = address / lineBytes;
      LinkedList<Long> set = sets.get((int) (line % sets.size()));
      boolean hit = set.remove(line);
      set.addFirst(line);
      if (set.size() > ways) {
        set.removeLast();
      }
      return hit;
    }
  }

  @Property(tries = 200)
  void evictionsAreExactlyLru(
      @ForAll @IntRange(min = 1, max = 5) int l1Ways,
      @ForAll @IntRange(min = 0, max = 3) int l1SetBits,
      @ForAll @IntRange(min = 1, max = 7) int l2Ways,
      @ForAll @IntRange(min = 0, max = 4) int l2SetBits,
      @ForAll @IntRange(min = 3, max = 7) int lineBits,
      @ForAll long seed) {
    int line = 1 << lineBits;
    CacheShape l1 = new CacheShape((long) line * l1Ways << l1SetBits, l1Ways, line);
    CacheShape l2 = new CacheShape((long) line * l2Ways << l2SetBits, l2Ways, line);
    CacheHierarchy caches = new CacheHierarchy(l1, l2);
    ObviousCache first = new ObviousCache(l1);
    ObviousCache second = new ObviousCache(l2);
    long l1Misses = 0;
    long l2Misses = 0;
    Random random = new Random(seed);
    for (int step = 0; step < 2000; step++) {
      long address = (1L << 41) * random.nextInt(2) + 8L * random.nextInt(400);
      caches.access(address);
      if (!first.access(address)) {
        l1Misses++;
        l2Misses += second.access(address) ? 0 : 1;
      }
      assertEquals(new CacheCounts(step + 1, l1Misses, l2Misses), caches.counts());
    }
    assertTrue(l2Misses > 0);
  }

  @Test
  void missRatesAreComputed() {
    assertEquals(0.25, new CacheCounts(8, 2, 1).l1MissRate());
    assertEquals(0.5, new CacheCounts(8, 2, 1).l2MissRate());
    assertEquals(0, new CacheCounts(0, 0, 0).l1MissRate());
    assertEquals(0, new CacheCounts(8, 0, 0).l2MissRate());
  }

  @Test
  void impossibleShapesAreRefused() {
    assertEquals(64, new CacheShape(32 << 10, 8, 64).sets());
    assertEquals(4096, new CacheShape(6 << 20, 24, 64).sets());
    int[][] wrong = {
      {0, 8, 64}, {32, 8, 64}, {1536, 8, 64}, {1024, 0, 64}, {1024, 8, 48}, {64, 8, 4}
    };
    for (int[] shape : wrong) {
      assertThrows(
          IllegalArgumentException.class, () -> new CacheShape(shape[0], shape[1], shape[2]));
    }
  }
}
