package org.kpathjvm.engine.contexts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests how many paths a word gets, for streams in which the best number is obvious. */
class WordLengthsTest {
  /**
   * Returns a table with the words of one activation of a method. The method has {@code paths}
   * paths, which are taken at random.
   */
  private static ContextWords random(int k, int bits, int paths, int words) {
    Random random = new Random(1);
    int longest = 63 / bits;
    ContextWords table = new ContextWords(new HistoryFormat(k, 1, bits), 1, longest, 0);
    int entry = ContextWords.ROOT;
    for (int made = 0; made < words; ) {
      long word = 1;
      for (int at = 0; at < longest; at++) {
        word = word << bits | random.nextInt(paths);
      }
      int next = table.step(entry, word);
      if (next == ContextWords.FULL) {
        table.grow();
      } else {
        entry = next;
        made++;
      }
    }
    return table;
  }

  /** If no word ever recurs, shorter words would only make more entries. */
  @Test
  void newWordsKeepTheirLength() {
    ContextWords table = random(16, 6, 50, 5000);
    assertEquals(10, WordLengths.cheapest(table));
    assertEquals(10, WordLengths.smallest(table));
  }

  /** All 50 * 50 pairs soon occur, but most sequences of ten paths never do. */
  @Test
  void recurringPairsGiveWordsOfAtMostTwoPaths() {
    ContextWords table = random(2, 6, 50, 100_000);
    assertTrue(WordLengths.cheapest(table) <= 2);
    assertEquals(1, WordLengths.smallest(table));
  }

  /**
   * There are only 64 * 64 * 64 triples, and the number of words is half the number of triples.
   * These words must be enough to show that all triples will soon have entries.
   */
  @Test
  void wordsGetOnePathIfAllTriplesWillSoonHaveEntries() {
    assertEquals(1, WordLengths.cheapest(random(3, 6, 64, 1 << 17)));
  }

  @Test
  void recurringWordsKeepTheirLength() {
    ContextWords table = random(2, 6, 1, 10_000);
    assertEquals(10, WordLengths.cheapest(table));
  }
}
