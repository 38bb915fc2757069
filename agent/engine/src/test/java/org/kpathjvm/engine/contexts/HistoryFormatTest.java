package org.kpathjvm.engine.contexts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Checks histories, which hold an activation's last paths, against lists of ids. */
class HistoryFormatTest {
  @Property(tries = 300)
  void aHistoryKeepsTheLatestPaths(
      @ForAll @IntRange(min = 2, max = 64) int k,
      @ForAll @IntRange(min = 1, max = 31) int bits,
      @ForAll long seed) {
    Random random = new Random(seed);
    int firstId = bits == 31 ? 0 : random.nextInt(1000);
    HistoryFormat format = new HistoryFormat(k, firstId, bits);
    // The longs before and after the history must stay as they are.
    long[] histories = new long[format.length + 2];
    histories[0] = 7;
    histories[format.length + 1] = 8;
    format.begin(histories, 1);
    List<Integer> all = new ArrayList<>();
    for (int step = 0; step < 40; step++) {
      int count = random.nextInt(63 / bits + 1);
      long paths = 0;
      for (int at = 0; at < count; at++) {
        int path = random.nextInt() >>> 32 - bits;
        paths = paths << bits | path;
        all.add(firstId + path);
      }
      if (format.length == 1) {
        long advanced = format.advanced(histories[1], paths, count * bits);
        format.advance(histories, 1, paths, count * bits);
        assertEquals(histories[1], advanced);
      } else {
        format.advance(histories, 1, paths, count * bits);
      }
      check(format, k, histories, all);
    }
    assertEquals(7, histories[0]);
    assertEquals(8, histories[format.length + 1]);
  }

  private static void check(HistoryFormat format, int k, long[] histories, List<Integer> all) {
    int[] ids = new int[k];
    int count = format.ids(histories, 1, ids);
    assertEquals(Math.min(k - 1, all.size()), count);
    for (int back = 1; back <= count; back++) {
      assertEquals(all.get(all.size() - back), ids[k - back]);
    }
    long[] packed = new long[histories.length];
    packed[0] = histories[0];
    packed[packed.length - 1] = histories[packed.length - 1];
    format.pack(ids, count, packed, 1);
    assertArrayEquals(histories, packed);
  }

  @Property(tries = 50)
  void theWidestPathsNeedTheLongestHistory(
      @ForAll @IntRange(min = 2, max = 64) int k, @ForAll @IntRange(min = 1, max = 31) int bits) {
    assertEquals(31 * (k - 1) / 64 + 1, HistoryFormat.longest(k));
    assertEquals(bits * (k - 1) / 64 + 1, new HistoryFormat(k, 1, bits).length);
  }
}
