package org.kpathjvm.engine.contexts;

/**
 * Divides words. What was counted for a long word after a history is also true of the word's parts,
 * each after the history and the parts before it.
 */
final class WordDivision {
  private WordDivision() {}

  /** Returns a table with the counts of another one, in words of at most {@code longest} paths. */
  static ContextWords divided(ContextWords table, int longest) {
    ContextWords divided = new ContextWords(table.format, table.number, longest, table.bytes());
    long[] history = new long[table.format.length];
    for (int entry = table.first(); entry < table.end(); entry = table.next(entry)) {
      table.history(entry, history);
      add(divided, history, table.word(entry), table.count(entry));
    }
    return divided;
  }

  /**
   * Adds a word of any length after a history. The history is advanced by the word. The table grows
   * if it has to.
   */
  static void add(ContextWords table, long[] history, long word, long count) {
    int left = ContextWords.pathBits(word);
    while (left > 0) {
      int now = Math.min(left, table.longest * table.bits);
      long paths = word >>> left - now & (1L << now) - 1;
      if (!table.hasRoom()) {
        table.grow();
      }
      table.findOrPut(history, 0, paths | 1L << now, count);
      table.format.advance(history, 0, paths, now);
      left -= now;
    }
  }
}
