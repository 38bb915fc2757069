package org.kpathjvm.engine.contexts;

/**
 * Divides words into parts. Each part gets the count of the whole word. The history of a part is
 * the history of the word, followed by the earlier parts.
 */
final class WordDivision {
  private WordDivision() {}

  /**
   * Returns a table with the counts of the given table, in words of at most {@code longest} paths.
   */
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
   * Returns a new table with the given table's counts in words of one path, if the new table and
   * its {@link WordSequences} together take less memory than the WordSequences of the given table.
   * Otherwise returns the given table. Words of one path are best for the conversion into n-grams,
   * because no two of them stand for the same string.
   */
  static ContextWords compacted(ContextWords table) {
    if (table.longest == 1) {
      return table;
    }
    long most = WordSequences.bytes(table.size(), table.totalPaths());
    ContextWords compact = new ContextWords(table.format, table.number, 1, 0);
    long[] history = new long[table.format.length];
    for (int entry = table.first(); entry < table.end(); entry = table.next(entry)) {
      if (compact.bytes() + WordSequences.bytes(compact.size(), compact.size()) >= most) {
        return table;
      }
      table.history(entry, history);
      add(compact, history, table.word(entry), table.count(entry));
    }
    return compact;
  }

  /**
   * Adds a word of any length that came after a history, and appends the word to the history. The
   * table grows if necessary.
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
