package org.kpathjvm.engine.contexts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/**
 * Tests the division of words into parts. For each part, a table counts how often the part came
 * after its history.
 */
class WordDivisionTest {
  private static ContextWords table(int k, int bits, int longest) {
    return new ContextWords(new HistoryFormat(k, 1, bits), 7, longest, 1 << 20);
  }

  @Test
  void eachPartHasItsHistory() {
    ContextWords table = table(4, 2, 2);
    long[] history = {1};
    WordDivision.add(table, history, 0b1_01_10_11_00_01L, 4);
    assertEquals(
        Map.of(
            List.of(List.of(), List.of(2, 3)), 4L,
            List.of(List.of(2, 3), List.of(4, 1)), 4L,
            List.of(List.of(3, 4, 1), List.of(2)), 4L),
        entries(table, 4));
    assertEquals(0b1_11_00_01L, history[0]);
  }

  @Test
  void aShortWordStaysWhole() {
    ContextWords table = table(4, 2, 5);
    WordDivision.add(table, new long[] {1}, 0b1_01_10_11_00_01L, 4);
    assertEquals(Map.of(List.of(List.of(), List.of(2, 3, 4, 1, 2)), 4L), entries(table, 4));
  }

  /** After the division, every path still comes after the same paths, as often as before. */
  @Property(tries = 200)
  void divisionKeepsTheHistoriesOfPaths(
      @ForAll @IntRange(min = 2, max = 12) int k,
      @ForAll @IntRange(min = 1, max = 15) int bits,
      @ForAll @IntRange(min = 1, max = 8) int longest,
      @ForAll long seed) {
    Random random = new Random(seed);
    ContextWords whole = table(k, bits, 63 / bits);
    long[] history = new long[whole.format.length];
    for (int word = 0; word < 40; word++) {
      if (word % 8 == 0) {
        whole.format.begin(history, 0);
      }
      int pathBits = bits * (1 + random.nextInt(whole.longest));
      long paths = random.nextLong() & random.nextLong() & (1L << pathBits) - 1;
      WordDivision.add(whole, history, 1L << pathBits | paths, 1L << random.nextInt(40));
    }
    int length = Math.min(longest, whole.longest);
    ContextWords divided = WordDivision.divided(whole, length);
    assertEquals(whole.number, divided.number);
    assertEquals(length, divided.longest);
    for (int entry = divided.first(); entry < divided.end(); entry = divided.next(entry)) {
      assertTrue(divided.pathCount(entry) <= length);
    }
    assertEquals(paths(whole, k), paths(divided, k));
  }

  /**
   * Counts the paths by the paths that came before them. A key has up to k-1 paths, followed by the
   * path that is counted.
   */
  private static Map<List<Integer>, Long> paths(ContextWords table, int k) {
    Map<List<Integer>, Long> counts = new HashMap<>();
    entries(table, k)
        .forEach(
            (entry, count) -> {
              List<Integer> ids = new ArrayList<>(entry.get(0));
              for (int id : entry.get(1)) {
                ids.add(id);
                List<Integer> latest = ids.subList(Math.max(0, ids.size() - k), ids.size());
                counts.merge(List.copyOf(latest), count, Long::sum);
              }
            });
    return counts;
  }

  private static Map<List<List<Integer>>, Long> entries(ContextWords table, int k) {
    Map<List<List<Integer>>, Long> counts = new HashMap<>();
    int[] history = new int[k];
    int[] word = new int[63];
    for (int entry = table.first(); entry < table.end(); entry = table.next(entry)) {
      int known = table.historyIds(entry, history);
      int count = table.wordIds(entry, word);
      List<Integer> before = Arrays.stream(history, k - known, k).boxed().toList();
      List<Integer> paths = Arrays.stream(word, 0, count).boxed().toList();
      counts.merge(List.of(before, paths), table.count(entry), Long::sum);
    }
    return counts;
  }

  /** The words consist of the same few strings of paths, so words of one path take less memory. */
  @Test
  void wordsThatShareStringsAreCompacted() {
    ContextWords table = table(3, 2, 31);
    Random random = new Random(1);
    long[] history = {1};
    for (int word = 0; word < 1000; word++) {
      WordDivision.add(table, history, random.nextLong() & (1L << 62) - 1 | 1L << 62, 1);
    }
    ContextWords compact = WordDivision.compacted(table);
    assertEquals(1, compact.longest);
    // Each entry counts a string of three paths. There are 4 * 4 * 4 such strings, and two shorter
    // ones at the beginning.
    assertEquals(66, compact.size());
    long total = 0;
    for (int entry = compact.first(); entry < compact.end(); entry = compact.next(entry)) {
      total += compact.count(entry);
    }
    assertEquals(31_000, total);
  }

  /** So large a table is divided and compacted in batches. */
  @Test
  void largeCountsOfALargeTableStayExact() {
    ContextWords table = table(3, 2, 31);
    Random random = new Random(1);
    long[] history = {1};
    int words = 2 * ContextWords.FEWEST_TO_GATHER;
    for (int word = 0; word < words; word++) {
      WordDivision.add(table, history, random.nextLong() & (1L << 62) - 1 | 1L << 62, 1L << 40);
    }
    assertTrue(table.size() >= ContextWords.FEWEST_TO_GATHER);
    ContextWords compact = WordDivision.compacted(table);
    ContextWords divided = WordDivision.divided(table, 5);
    assertEquals(66, compact.size());
    assertEquals(5, divided.longest);
    Map<List<Integer>, Long> expected = paths(table, 3);
    assertEquals((31L * words) << 40, expected.values().stream().mapToLong(Long::longValue).sum());
    assertEquals(expected, paths(compact, 3));
    assertEquals(expected, paths(divided, 3));
  }

  /** No string of 12 paths occurs twice, so the words stay as they are. */
  @Test
  void wordsThatShareNoStringsStayWhole() {
    ContextWords table = table(12, 8, 7);
    Random random = new Random(1);
    long[] history = new long[table.format.length];
    history[0] = 1;
    for (int word = 0; word < 1000; word++) {
      WordDivision.add(table, history, random.nextLong() & (1L << 56) - 1 | 1L << 56, 1);
    }
    assertSame(table, WordDivision.compacted(table));
  }
}
