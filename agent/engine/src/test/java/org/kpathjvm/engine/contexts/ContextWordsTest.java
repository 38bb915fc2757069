package org.kpathjvm.engine.contexts;

import static org.junit.jupiter.api.Assertions.assertEquals;
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

/** Tests the table that counts one method's words. */
class ContextWordsTest {
  private static ContextWords table(int k, int firstId, int bits, int longest) {
    return new ContextWords(new HistoryFormat(k, firstId, bits), 1, longest, 1 << 20);
  }

  /** The words of three activations are mixed at random. */
  @Property(tries = 400)
  void wordsAreCountedByHistory(
      @ForAll @IntRange(min = 2, max = 20) int k,
      @ForAll @IntRange(min = 1, max = 31) int bits,
      @ForAll @IntRange(min = 1, max = 4) int words,
      @ForAll boolean divided,
      @ForAll long seed) {
    Random random = new Random(seed);
    int longest = divided ? Math.max(1, 6 / bits) : 63 / bits;
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

  /**
   * One table counts several parts of a word in one call, where it can. The other table counts part
   * by part.
   */
  @Property(tries = 300)
  void followedWordsAreCountedLikeTheirParts(
      @ForAll @IntRange(min = 2, max = 20) int k,
      @ForAll @IntRange(min = 1, max = 8) int bits,
      @ForAll @IntRange(min = 1, max = 16) int paths,
      @ForAll @IntRange(min = 1, max = 3) int longest,
      @ForAll long seed) {
    Random random = new Random(seed);
    ContextWords stepped = table(k, 0, bits, longest);
    ContextWords table = table(k, 0, bits, longest);
    assertEquals(longest == 1 || table.format.length == 1, table.canFollow());
    int expected = ContextWords.ROOT;
    int at = ContextWords.ROOT;
    int followed = 0;
    for (int turn = 0; turn < 100; turn++) {
      int count = 1 + random.nextInt(63 / bits);
      long word = 0;
      for (int path = 0; path < count; path++) {
        word = word << bits | random.nextInt(Math.min(paths, 1 << bits));
      }
      for (int left = count * bits; left > 0; ) {
        int part = Math.min(left, longest * bits);
        left -= part;
        stepped.grow();
        expected = stepped.step(expected, word >>> left & (1L << part) - 1 | 1L << part);
      }
      for (int left = count * bits; left > 0; ) {
        long result = turn % 3 == 0 ? (long) left << 32 | at : table.follow(at, word, left);
        followed += left - (int) (result >>> Integer.SIZE);
        left = (int) (result >>> Integer.SIZE);
        at = (int) result;
        if (left > 0) {
          int part = Math.min(left, longest * bits);
          left -= part;
          table.grow();
          at = table.step(at, word >>> left & (1L << part) - 1 | 1L << part);
        }
      }
      assertEquals(tail(stepped, expected), tail(table, at));
    }
    assertEquals(counts(stepped, k), counts(table, k));
    if (paths == 1) {
      // The same few words come again and again, so nearly all are found.
      assertTrue(followed > 50);
    }
  }

  private static String tail(ContextWords table, int entry) {
    long[] tail = new long[table.format.length];
    table.tail(entry, tail);
    return Arrays.toString(tail);
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
  void countsMayExceed32Bits() {
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

  /**
   * A word leaves the history as it is if all its paths and all k-1 paths of the history are the
   * same path.
   */
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
