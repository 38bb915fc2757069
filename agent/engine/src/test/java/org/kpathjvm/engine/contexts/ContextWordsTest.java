package org.kpathjvm.engine.contexts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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

/** Compares the counts in a table of one method's words with the counts in a map. */
class ContextWordsTest {
  private static ContextWords table(int k, int firstId, int bits, int longest) {
    return new ContextWords(new HistoryFormat(k, firstId, bits), 1, longest, 1 << 20);
  }

  /** Three activations take turns. */
  @Property(tries = 400)
  void wordsAreCountedByHistory(
      @ForAll @IntRange(min = 2, max = 20) int k,
      @ForAll @IntRange(min = 1, max = 31) int bits,
      @ForAll @IntRange(min = 1, max = 4) int words,
      @ForAll @IntRange(min = 0, max = 2) int division,
      @ForAll long seed) {
    Random random = new Random(seed);
    // Tables of words of one path may have links. Tables of few bits have an array instead.
    int[] lengths = {63 / bits, Math.max(1, 6 / bits), 1};
    int longest = lengths[division];
    ContextWords table = table(k, 0, bits, longest);
    Map<List<List<Integer>>, Long> expected = new HashMap<>();
    int[] standsOn = new int[3];
    List<List<Integer>> pasts = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (int step = 0; step < 300; step++) {
      int who = random.nextInt(standsOn.length);
      List<Integer> past = pasts.get(who);
      if (random.nextInt(20) == 0) {
        past.clear();
        standsOn[who] = ContextWords.ROOT;
      }
      List<Integer> word = word(random.nextInt(words), longest, bits);
      int entry = table.step(standsOn[who], packed(word, bits));
      if (entry == ContextWords.FULL) {
        table.grow();
        entry = table.step(standsOn[who], packed(word, bits));
      }
      standsOn[who] = entry;
      List<Integer> history = past.subList(Math.max(0, past.size() - k + 1), past.size());
      expected.merge(List.of(List.copyOf(history), word), 1L, Long::sum);
      past.addAll(word);
      checkTail(table, k, entry, past);
    }
    assertEquals(expected, counts(table, k));
    table.trim();
    assertEquals(expected, counts(table, k));
  }

  /** A table with links counts the same as one without, whether paths are followed or stepped. */
  @Property(tries = 300)
  void linkedTablesCountTheSame(
      @ForAll @IntRange(min = 2, max = 20) int k,
      @ForAll @IntRange(min = 1, max = 8) int bits,
      @ForAll @IntRange(min = 1, max = 16) int paths,
      @ForAll long seed) {
    Random random = new Random(seed);
    ContextWords unlinked = table(k, 0, bits, 1).unlinked();
    ContextWords table = unlinked.linked();
    assertTrue(table.canFollow());
    assertFalse(unlinked.canFollow());
    int at = ContextWords.ROOT;
    int expected = ContextWords.ROOT;
    int followed = 0;
    for (int turn = 0; turn < 100; turn++) {
      int count = 1 + random.nextInt(63 / bits);
      long word = 0;
      for (int path = 0; path < count; path++) {
        long next = random.nextInt(Math.min(paths, 1 << bits));
        word = word << bits | next;
        unlinked.grow();
        expected = unlinked.step(expected, next | 1L << bits);
      }
      for (int left = count * bits; left > 0; ) {
        long result = turn % 3 == 0 ? (long) left << 32 | at : table.follow(at, word, left);
        followed += left - (int) (result >>> Integer.SIZE);
        left = (int) (result >>> Integer.SIZE);
        at = (int) result;
        if (left > 0) {
          left -= bits;
          table.grow();
          at = table.step(at, word >>> left & (1L << bits) - 1 | 1L << bits);
        }
      }
      assertEquals(tail(unlinked, expected), tail(table, at));
    }
    assertEquals(counts(unlinked, k), counts(table, k));
    if (paths <= 2 && k <= 4) {
      // Each history is followed by two paths at most, so both have links after a short time.
      assertTrue(followed > 500, followed + " bits");
    }
    table.trim();
    assertEquals(counts(unlinked, k), counts(table, k));
  }

  private static String tail(ContextWords table, int position) {
    long[] tail = new long[table.format.length];
    table.tail(position, tail);
    return Arrays.toString(tail);
  }

  @Test
  void onlySmallTablesOfSinglePathsCanBeLinked() {
    ContextWords table = new ContextWords(new HistoryFormat(8, 0, 8), 1, 1, 1 << 20);
    assertTrue(table.canBeLinked());
    assertFalse(table.linked().canBeLinked());
    assertFalse(new ContextWords(new HistoryFormat(8, 0, 8), 1, 2, 0).canBeLinked());
    assertFalse(new ContextWords(new HistoryFormat(8, 0, 9), 1, 1, 0).canBeLinked());
    // This table is an array.
    assertFalse(new ContextWords(new HistoryFormat(3, 0, 2), 1, 1, 1 << 20).canBeLinked());
    long[] history = {1};
    for (int size = 0; size <= ContextWords.MOST_LINKED / 2; size++) {
      assertTrue(table.canBeLinked());
      table.grow();
      history[0] = 1L << 30 | size;
      table.findOrPut(history, 0, 1 << 8, 1);
    }
    assertFalse(table.canBeLinked());
    ContextWords gathering = table.linked();
    gathering.setTrial(GatherTrial.always());
    assertFalse(gathering.canFollow());
  }

  private static List<Integer> word(int number, int longest, int bits) {
    Random random = new Random(number);
    List<Integer> word = new ArrayList<>();
    for (int left = 1 + random.nextInt(longest); left > 0; left--) {
      word.add(random.nextInt(3) > 0 ? 1 : random.nextInt() >>> 32 - bits);
    }
    return word;
  }

  private static long packed(List<Integer> word, int bits) {
    long packed = 1;
    for (int path : word) {
      packed = packed << bits | path;
    }
    return packed;
  }

  private static void checkTail(ContextWords table, int k, int entry, List<Integer> past) {
    long[] tail = new long[table.format.length];
    table.tail(entry, tail);
    int[] ids = new int[k];
    int count = table.format.ids(tail, 0, ids);
    assertEquals(past.subList(Math.max(0, past.size() - k + 1), past.size()), last(ids, count));
    int place = table.stand(tail);
    if (place == ContextWords.FULL) {
      table.grow();
      place = table.stand(tail);
    }
    long[] same = new long[table.format.length];
    table.tail(place, same);
    assertEquals(Arrays.toString(tail), Arrays.toString(same));
    assertEquals(count == 0, place == ContextWords.ROOT);
  }

  private static List<Integer> last(int[] ids, int count) {
    return Arrays.stream(ids, ids.length - count, ids.length).boxed().toList();
  }

  private static Map<List<List<Integer>>, Long> counts(ContextWords table, int k) {
    Map<List<List<Integer>>, Long> counts = new HashMap<>();
    int[] history = new int[k];
    int[] word = new int[63];
    for (int entry = table.first(); entry < table.end(); entry = table.next(entry)) {
      int known = table.historyIds(entry, history);
      int count = table.wordIds(entry, word);
      List<Integer> ids = Arrays.stream(word, 0, count).boxed().toList();
      if (count > 0) {
        counts.merge(List.of(last(history, known), ids), table.count(entry), Long::sum);
      }
    }
    return counts;
  }

  /**
   * The high half of a count is stored apart from the low half. The whole count must be right, both
   * when the count grows by one and when it grows by a large number.
   */
  @Test
  void countsBeyond32Bits() {
    ContextWords table = table(3, 1, 2, 31);
    long[] history = {1};
    int entry = table.findOrPut(history, 0, 5, 0xFFFFFFFEL);
    assertEquals(entry, table.step(ContextWords.ROOT, 5));
    assertEquals(0xFFFFFFFFL, table.count(entry));
    assertEquals(entry, table.step(ContextWords.ROOT, 5));
    assertEquals(1L << 32, table.count(entry));
    assertEquals(entry, table.findOrPut(history, 0, 5, 3L << 40));
    assertEquals(entry, table.step(ContextWords.ROOT, 5));
    assertEquals((3L << 40) + (1L << 32) + 1, table.count(entry));
  }

  /** A word keeps the history if the word and all k-1 paths of the history consist of one path. */
  @Property(tries = 200)
  void wordsThatKeepAHistoryAreRecognised(
      @ForAll @IntRange(min = 2, max = 20) int k,
      @ForAll @IntRange(min = 1, max = 31) int bits,
      @ForAll @IntRange(min = 0, max = 25) int before,
      @ForAll @IntRange(min = 0, max = 30) int times,
      @ForAll @IntRange(min = 0, max = 1) int other) {
    ContextWords table = table(k, 0, bits, 63 / bits);
    int entry = ContextWords.ROOT;
    for (int path = 0; path < before + times; path++) {
      table.grow();
      entry = table.step(entry, 1L << bits | (path < before ? other : 1));
    }
    long[] history = new long[table.format.length];
    table.tail(entry, history);
    boolean isFull = times >= k - 1 || other == 1 && before + times >= k - 1;
    assertEquals(isFull, table.format.isKeptBy(history, 1L << bits | 1));
    boolean isOther = times == 0 && other == 0 && before >= k - 1;
    assertEquals(isOther, table.format.isKeptBy(history, 1L << bits));
  }

  @Test
  void aTableGrowsOnRequest() {
    ContextWords table = table(3, 1, 8, 7);
    long[] history = {1};
    for (int word = 2; word < 20_000; word++) {
      while (table.findOrPut(history, 0, word, 1) == ContextWords.FULL) {
        long bytes = table.bytes();
        long more = table.bytesToGrow();
        assertTrue(more > 0);
        table.grow();
        assertEquals(bytes + more, table.bytes());
      }
    }
    assertEquals(19_998, table.size());
    long large = table.bytes();
    table.trim();
    assertTrue(table.bytes() <= large);
    for (int word = 2; word < 20_000; word++) {
      assertEquals(1, table.count(table.findOrPut(history, 0, word, 0)));
    }
  }
}
