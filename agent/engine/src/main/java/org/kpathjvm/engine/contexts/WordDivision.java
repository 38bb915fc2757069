package org.kpathjvm.engine.contexts;

import java.util.function.LongConsumer;

/**
 * Divides words into parts. Each part gets the count of the whole word. The history of a part is
 * the history of the word, followed by the earlier parts.
 */
final class WordDivision {
  private static final int[] NO_STATES = {};

  private WordDivision() {}

  /**
   * Returns a table with the counts of the given table, in words of at most {@code longest} paths.
   */
  static ContextWords divided(ContextWords table, int longest) {
    ContextWords divided = new ContextWords(table.format, table.number, longest, table.bytes());
    addAll(table, divided, Long.MAX_VALUE);
    return divided;
  }

  /**
   * Returns a new table with the given table's counts in words of one path. Returns the given table
   * if its {@link WordSequences} take no more memory than the new table and the new table's
   * WordSequences together. Words of one path are best for the conversion into n-grams, because no
   * two of them stand for the same string.
   */
  static ContextWords compacted(ContextWords table) {
    if (table.longest == 1) {
      return table;
    }
    long most = WordSequences.bytes(table.size(), table.totalPaths());
    ContextWords compact = new ContextWords(table.format, table.number, 1, 0);
    return addAll(table, compact, most) ? compact : table;
  }

  /**
   * Adds a table's counts to the table {@code to}, in words that are short enough for {@code to}.
   * Many words are added in batches, because {@code to} then probably becomes larger than the
   * processor's caches. Returns false, perhaps before all words have been added, if {@code to} and
   * its {@link WordSequences} take {@code mostBytes} bytes or more.
   */
  private static boolean addAll(ContextWords table, ContextWords to, long mostBytes) {
    long[] history = new long[table.format.length];
    boolean inBatches = table.size() >= ContextWords.FEWEST_TO_GATHER;
    if (inBatches) {
      to.reservePending();
    }
    for (int entry = table.first(); entry < table.end(); entry = table.next(entry)) {
      if (bytes(to) >= mostBytes) {
        return false;
      }
      table.history(entry, history);
      if (inBatches) {
        gather(to, history, table.word(entry), table.count(entry));
      } else {
        add(to, history, table.word(entry), table.count(entry));
      }
    }
    if (inBatches) {
      countPending(to);
      to.dropPending();
    }
    return bytes(to) < mostBytes;
  }

  /**
   * Returns the bytes of a table whose words have one path each, and of its WordSequences. For
   * longer words, the result is too low.
   */
  private static long bytes(ContextWords table) {
    return table.bytes() + WordSequences.bytes(table.size(), table.size());
  }

  private static void gather(ContextWords table, long[] history, long word, long count) {
    divide(
        table,
        history,
        word,
        part -> {
          table.gather(history, part, count);
          if (table.isFullOfPending()) {
            countPending(table);
          }
        });
  }

  private static void countPending(ContextWords table) {
    table.fetch();
    while (table.hasPending()) {
      if (!table.hasRoom()) {
        table.grow();
      }
      table.countLastPending(NO_STATES, 0);
    }
  }

  /**
   * Adds a word of any length that came after a history, and appends the word to the history. The
   * table grows if necessary.
   */
  static void add(ContextWords table, long[] history, long word, long count) {
    divide(
        table,
        history,
        word,
        part -> {
          if (!table.hasRoom()) {
            table.grow();
          }
          table.findOrPut(history, 0, part, count);
        });
  }

  /**
   * Divides a word into parts that are short enough for the table. When {@code action} gets a part,
   * {@code history} is the history before that part. At the end, it is the history after the word.
   */
  private static void divide(ContextWords table, long[] history, long word, LongConsumer action) {
    int left = ContextWords.pathBits(word);
    while (left > 0) {
      int now = Math.min(left, table.longest * table.bits);
      long paths = word >>> left - now & (1L << now) - 1;
      action.accept(paths | 1L << now);
      table.format.advance(history, 0, paths, now);
      left -= now;
    }
  }
}
