package org.kpathjvm.engine.contexts;

import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * Decides how many paths the words of a table may have. Shorter words recur more often, and so need
 * fewer new entries. But the same paths take more steps in shorter words, because each word takes
 * one step. So for the present length, half of it, a quarter of it and so on, this class computes
 * how many steps and how many entries the words of a sample would take. For {@link #cheapest}, only
 * the entries that the second half of the sample adds are counted, because they show how many new
 * entries can be expected.
 */
final class WordLengths {
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  /** The cost of making an entry in a small table, in steps. */
  private static final int STEPS_PER_ENTRY = 8;

  /**
   * Each time the table has grown by this number of entries, the cost of making an entry is one
   * step higher, because a large table is slow and memory may become short.
   */
  private static final int ENTRIES_PER_STEP = 1 << 10;

  /**
   * If a table has no more entries than this, all of them are in the sample. With a smaller sample,
   * this class would notice too late that all shorter words will soon have entries. For example, if
   * a loop takes 64 paths at random, there are 2^18 pairs of a history and a next path for k = 3.
   * With a sample of one eighth, the table had grown to 2^21 entries and 100 MiB before it was
   * divided. The division took seconds.
   */
  private static final int SMALLEST_SAMPLE = 1 << 17;

  /**
   * In a larger table, one out of this many entries is in the sample, unless the sample would be
   * smaller than {@link #SMALLEST_SAMPLE}.
   */
  private static final int SAMPLED_ONE_IN = 8;

  private final ContextWords table;
  private final long[] history;
  private final int every;
  private final int[] seen;
  private int seenCount;

  /** The number of pairs in {@link #seen} that were added in the second half of the sample. */
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

  /**
   * Returns the length, in paths, with the lowest expected cost. It isn't above the present length.
   */
  static int cheapest(ContextWords table) {
    int size = table.size();
    int sample = Math.max(size / SAMPLED_ONE_IN, SMALLEST_SAMPLE);
    WordLengths lengths = new WordLengths(table, Math.max(size / sample, 1));
    long entryCost = STEPS_PER_ENTRY + size / ENTRIES_PER_STEP;
    return lengths.best(() -> lengths.steps + 2 * entryCost * lengths.seenLately);
  }

  /** Returns the length, in paths, with which the present words would take the fewest entries. */
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

  /**
   * Counts a pair of a history and a word if no pair with this hash was counted yet. Different
   * pairs have the same hash so rarely that the choice of a length isn't affected.
   */
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
