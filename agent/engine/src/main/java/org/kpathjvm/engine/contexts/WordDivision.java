package org.kpathjvm.engine.contexts;

/**
 * Words in parts: what was counted of a long word behind a history is true of its parts, each
 * behind the history and the parts before.
 */
final class WordDivision {
  private WordDivision() {}

  /** A table of what another one has, in words of so many paths at most. */
  static ContextWords divided(ContextWords table, int longest) {
    ContextWords divided = new ContextWords(table.format, table.number, longest, table.bytes());
    long[] history = new long[table.format.length];
    for (int entry = table.first(); entry < table.end(); entry = table.next(entry)) {
      table.history(entry, history);
      add(divided, history, table.word(entry), table.count(entry));
    }
    return divided;
  }

  /** Adds a word of any length behind a history, which goes on; the table grows as it must. */
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
