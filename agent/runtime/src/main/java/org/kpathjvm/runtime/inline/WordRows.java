package org.kpathjvm.runtime.inline;

import java.util.List;
import org.kpathjvm.runtime.layout.PackedWord;
import org.kpathjvm.runtime.words.TailContexts;
import org.kpathjvm.runtime.words.TailTable;
import org.kpathjvm.runtime.words.Tails;

/**
 * The words in the threads' tables, and the words' counts. A row is four longs: a key and a word,
 * as in {@link WordTable}; twice the count, plus 1 if the row defines the context after the word;
 * and 0. Contexts are numbered from 1, in the order of the rows that define them. If a context is a
 * tail ({@link Tails}) or precedes repeats ({@link LoneCounts}), the row that defines the context
 * has the context's paths as its word, and the count 0.
 */
final class WordRows implements Rows {
  private static final int PIECE_ROWS = 1 << 12;

  private final List<Tables> tables;
  private int opened;
  private WordTable table;

  /** The number of contexts in all tables before the current one. */
  private int firstContext;

  /** The number of the current table's {@linkplain Contexts contexts} that have been returned. */
  private int context;

  /** Numbers the tails of the current table. */
  private TailContexts tails;

  /** The index of the next entry of {@code table.tails} whose tail may be a new context. */
  private int tail;

  /** The index of the next entry of {@code table}. */
  private int entry;

  /** The index of the next entry of {@code table.tails} whose count may need a row. */
  private int tailEntry;

  /**
   * The number of rows returned for the current table's paths with repeats ({@link LoneCounts}).
   * Each such path has two rows.
   */
  private int repeat;

  /** The lowest id that the current table's next row for an activation's only path may have. */
  private int lone;

  private long[] rows;
  private int filled;

  /** The number of contexts that are tails or precede repeats, in all tables so far. */
  private long tailCount;

  WordRows(List<Tables> ofAllThreads) {
    tables = ofAllThreads;
  }

  @Override
  public long[] next() {
    rows = new long[4 * PIECE_ROWS];
    filled = 0;
    while (filled < rows.length) {
      if (table == null) {
        if (opened == tables.size()) {
          return filled == 0 ? null : rows;
        }
        table = (WordTable) tables.get(opened++);
        table.batch.settle();
        table.lone.settle();
        tails = new TailContexts(table.tails);
      }
      if (!fillOne()) {
        int others = tails.size() + table.lone.repeatedCount();
        firstContext += table.contexts.size() + others;
        tailCount += others;
        if (firstContext > Contexts.MOST) {
          throw new OutOfMemoryError();
        }
        table = null;
        context = 0;
        tail = 0;
        entry = 0;
        tailEntry = 0;
        repeat = 0;
        lone = 0;
      }
    }
    return rows;
  }

  /**
   * Takes the next context, entry or count of the current table, and adds a row if one is needed.
   * Returns false if nothing was left.
   */
  private boolean fillOne() {
    Contexts contexts = table.contexts;
    if (context < contexts.size()) {
      context++;
      long key = contexts.originKey(context);
      long word = contexts.originWord(context);
      add(key, word, table.count(key, word) << 1 | 1);
      return true;
    }
    long[] words = table.tails.entries();
    if (tail < words.length) {
      int at = tail;
      tail += TailTable.STRIDE;
      if (words[at] != 0 && tails.isNew(at)) {
        long packing = words[at + TailTable.PACKING];
        long word = Tails.word(words[at + TailTable.TAIL], PackedWord.bitsOf(packing));
        add(packing, word, 1);
      }
      return true;
    }
    if (repeat < 2 * table.lone.repeatedCount()) {
      addRepeats(repeat / 2, repeat % 2 == 0);
      repeat++;
      return true;
    }
    if (tailEntry < words.length) {
      int at = tailEntry;
      tailEntry += TailTable.STRIDE;
      if (words[at] != 0) {
        int before = tails.numberAt(at);
        long key = words[at + TailTable.PACKING];
        if (before != 0) {
          key |= (long) (table.contexts.size() + before) << WordTable.CONTEXT_SHIFT;
        }
        add(key, words[at], words[at + TailTable.COUNT] << 1);
      }
      return true;
    }
    long[] entries = table.entries();
    if (entry < entries.length) {
      long key = entries[entry];
      long word = entries[entry + WordTable.WORD];
      int next = (int) (entries[entry + WordTable.NEXT] >>> WordTable.CONTEXT_SHIFT);
      boolean isOrigin =
          next != 0 && contexts.originKey(next) == key && contexts.originWord(next) == word;
      long count = entries[entry + WordTable.COUNT];
      if (count != 0 && !isOrigin) {
        add(key, word, count << 1);
      }
      entry += WordTable.STRIDE;
      return true;
    }
    int id = table.lone.nextAlone(lone);
    if (id == LoneCounts.NO_MORE) {
      return false;
    }
    lone = id + 1;
    add(id, WordTable.ONE_PATH, table.lone.count(id) << 1);
    return true;
  }

  /**
   * Adds one of the two rows for a path with repeats. One row defines the context that has the path
   * k-1 times. The other row has the path's count after that context.
   */
  private void addRepeats(int number, boolean context) {
    long packing = table.lone.repeatedPacking(number);
    int id = table.lone.repeatedId(number);
    int bits = PackedWord.bitsOf(packing);
    int path = id - PackedWord.firstIdOf(packing);
    if (context) {
      add(packing, PackedWord.alike(path, table.k - 1, bits), 1);
      return;
    }
    long before = table.contexts.size() + tails.size() + number + 1L;
    long word = PackedWord.alike(path, 1, bits);
    add(packing | before << WordTable.CONTEXT_SHIFT, word, table.lone.count(id) << 1);
  }

  private void add(long key, long word, long count) {
    long context = key >>> WordTable.CONTEXT_SHIFT;
    long throughAll = context == 0 ? 0 : context + firstContext;
    rows[filled] =
        key & (1L << WordTable.CONTEXT_SHIFT) - 1 | throughAll << WordTable.CONTEXT_SHIFT;
    rows[filled + 1] = word;
    rows[filled + 2] = count;
    filled += WordTable.STRIDE;
  }

  @Override
  public void addTo(Totals totals) {
    totals.add("word_contexts", tailCount);
    totals.add("word_lost", WordProbes.lost ? 1 : 0);
  }
}
