package org.kpathjvm.engine.contexts;

import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * How long the words of a table should be. What is new in long words may be known in shorter ones,
 * which are more steps, though. So steps and entries are counted as the paths of a sample would
 * take with words of each length, and of the entries those that its second half adds: it is they
 * that tell how many will come.
 */
final class WordLengths {
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  /** An entry that is made costs as much as so many steps... */
  private static final int STEPS_PER_ENTRY = 8;

  /** ...and one more for so many entries: what is large is slow, and memory may become short. */
  private static final int ENTRIES_PER_STEP = 1 << 10;

  /**
   * All entries of a table up to so many are in the sample. A smaller one sees too late that
   * shorter words are soon all known: the words of a loop with 64 paths that are taken at random
   * have 2^18 histories and next paths for k = 3, and a table that was told so by a sample of an
   * eighth had 2^21 entries by then, 100 MiB, which took seconds to divide.
   */
  private static final int SMALLEST_SAMPLE = 1 << 17;

  /** In a larger table, the sample has one entry in so many, if that makes more of them. */
  private static final int SAMPLED_ONE_IN = 8;

  private final ContextWords table;
  private final long[] history;
  private final int every;
  private final int[] seen;
  private int seenCount;

  /** Of these, how many weren't before the second half of the sample. */
  private int seenLately;

  private long steps;

  private WordLengths(ContextWords table, int every) {
    this.table = table;
    this.every = every;
    history = new long[table.format.length];
    long parts = 0;
    for (int entry = table.first(); entry < table.end(); entry += stride()) {
      parts += table.pathCount(entry);
    }
    seen = new int[Integer.highestOneBit((int) Math.min(parts, 1 << 28) | 1) * 4];
  }

  /** The length with which words will cost least; the present one at most. */
  static int cheapest(ContextWords table) {
    int size = table.size();
    int sample = Math.max(size / SAMPLED_ONE_IN, SMALLEST_SAMPLE);
    WordLengths lengths = new WordLengths(table, Math.max(size / sample, 1));
    long entryCost = STEPS_PER_ENTRY + size / ENTRIES_PER_STEP;
    return lengths.best(() -> lengths.steps + 2 * entryCost * lengths.seenLately);
  }

  /** The length with which the words that came so far take fewest entries. */
  static int smallest(ContextWords table) {
    WordLengths lengths = new WordLengths(table, 1);
    return lengths.best(() -> lengths.seenCount);
  }

  private int stride() {
    return (table.next(0)) * every;
  }

  private int best(LongSupplier cost) {
    int best = table.longest;
    divideAll(best);
    long least = cost.getAsLong();
    for (int length = best; length > 1; ) {
      length = (length + 1) / 2;
      divideAll(length);
      if (cost.getAsLong() < least) {
        least = cost.getAsLong();
        best = length;
      }
    }
    return best;
  }

  private void divideAll(int length) {
    Arrays.fill(seen, 0);
    seenCount = 0;
    seenLately = 0;
    steps = 0;
    int half = table.end() / 2;
    for (int entry = table.first(); entry < table.end(); entry += stride()) {
      int before = seenCount;
      divide(entry, length);
      seenLately += entry > half ? seenCount - before : 0;
    }
  }

  private void divide(int entry, int length) {
    table.history(entry, history);
    long word = table.word(entry);
    long count = table.count(entry);
    int left = ContextWords.pathBits(word);
    while (left > 0) {
      int now = Math.min(left, length * table.bits);
      long paths = word >>> left - now & (1L << now) - 1;
      steps += count;
      see(hash(paths | 1L << now));
      table.format.advance(history, 0, paths, now);
      left -= now;
    }
  }

  private long hash(long word) {
    long hash = word * MULTIPLIER;
    for (long part : history) {
      hash = (hash ^ hash >>> 29 ^ part) * MULTIPLIER;
    }
    return hash ^ hash >>> 32;
  }

  /** That two hashes are equal by chance is too rare to matter for a choice. */
  private void see(long hash) {
    int mask = seen.length - 1;
    int at = (int) hash & mask;
    int high = (int) (hash >>> 32) | 1;
    while (seen[at] != 0 && seen[at] != high) {
      at = at + 1 & mask;
    }
    if (seen[at] == 0) {
      seen[at] = high;
      seenCount++;
    }
  }
}
