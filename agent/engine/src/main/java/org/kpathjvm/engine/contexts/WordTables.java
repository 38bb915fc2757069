package org.kpathjvm.engine.contexts;

import static org.kpathjvm.engine.counting.ActivationStates.STRIDE;
import static org.kpathjvm.engine.counting.ActivationStates.TOP;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.kpathjvm.runtime.layout.PackedWord;
import org.kpathjvm.runtime.tables.IdTable;

/**
 * The words that were counted before an automaton, a {@link WordTable} for each method. An
 * activation that stands behind a word has its history here; its state's TOP is the table's number,
 * negated.
 */
final class WordTables {
  private final ContextAutomaton automaton;

  /** Longs that a history has at most. */
  private final int historyStride;

  private final List<WordTable> tables = new ArrayList<>();

  /** By first id: a table's number. */
  private final IdTable numbers = new IdTable();

  private long[] histories = {};
  private WordTable latest;
  private long tableBytes;

  private final int[] historyIds;
  private final int[] wordIds = new int[Long.SIZE];

  WordTables(ContextAutomaton automaton) {
    this.automaton = automaton;
    historyStride = WordTable.historyLength(automaton.k, PackedWord.WIDEST_PACKED_BITS);
    historyIds = new int[automaton.k];
  }

  /**
   * Counts a word behind an activation's history. False when it can't be, as the method has had
   * another number of bits, or the activation paths of another method or some that came by
   * themselves.
   *
   * @param paths their numbers, the latest in the lowest bits
   * @param count of them, 1 or more
   */
  boolean feed(int firstId, int bits, int count, long paths, int[] states, int state) {
    WordTable table = tableFor(firstId, bits, states, state);
    if (table == null) {
      return false;
    }
    int history = state / STRIDE * historyStride;
    int left = count;
    while (left > table.longest()) {
      int part = table.longest();
      left -= part;
      long limit = 1L << part * bits;
      feed(table, history, paths >>> left * bits & limit - 1, part * bits, 1, states);
    }
    feed(table, history, paths & (1L << left * bits) - 1, left * bits, 1, states);
    return true;
  }

  /** Counts one path many times behind an activation's history; false as {@link #feed}. */
  boolean feedRun(int firstId, int bits, int path, int count, int[] states, int state) {
    WordTable table = tableFor(firstId, bits, states, state);
    if (table == null) {
      return false;
    }
    int history = state / STRIDE * historyStride;
    long paths = PackedWord.trips(path, path, bits);
    int done = 0;
    while (done < count) {
      int part = Math.min(count - done, table.longest());
      // Behind k-1 of them, as many more leave the history as it is.
      int times = done >= automaton.k - 1 ? (count - done) / part : 1;
      feed(table, history, paths & (1L << part * bits) - 1, part * bits, times, states);
      done += times * part;
    }
    return true;
  }

  /** The table of a method, if an activation may go on there; or null. */
  private WordTable tableFor(int firstId, int bits, int[] states, int state) {
    if (bits > PackedWord.WIDEST_PACKED_BITS) {
      return null;
    }
    WordTable table = latest;
    if (table == null || table.firstId != firstId) {
      table = table(firstId, bits);
    }
    int top = states[state + TOP];
    if (table.bits != bits || top != 0 && top != -table.number) {
      return null;
    }
    if (top == 0) {
      int history = state / STRIDE * historyStride;
      reserveHistories(history, states.length);
      table.begin(histories, history);
      states[state + TOP] = -table.number;
    }
    return table;
  }

  /** Counts a word so many times; if more than once, the history is the same after it. */
  private void feed(
      WordTable table, int history, long paths, int pathBits, int times, int[] states) {
    long word = paths | 1L << pathBits;
    int entry = table.find(histories, history, word);
    if (entry >= 0) {
      table.add(entry, times);
    } else {
      if (!table.hasRoom()) {
        makeRoom(table, states);
        entry = table.find(histories, history, word);
      }
      if (entry < 0) {
        table.put(entry, histories, history, word, times);
      } else {
        table.add(entry, times);
      }
    }
    table.advance(histories, history, paths, pathBits);
  }

  private void makeRoom(WordTable table, int[] states) {
    if (table.isDue()) {
      tableBytes -= table.bytes();
      table.divide();
      tableBytes += table.bytes();
    }
    if (!table.hasRoom() && !automaton.mayGrow(table.bytesToGrow())) {
      automaton.fold(states);
    }
    if (!table.hasRoom()) {
      tableBytes += table.bytesToGrow();
      table.grow();
    }
  }

  private WordTable table(int firstId, int bits) {
    int place = numbers.place(firstId);
    int number = (int) numbers.entries()[place];
    if (number == 0) {
      latest = new WordTable(automaton.k, firstId, bits, tables.size() + 1);
      tables.add(latest);
      numbers.entries()[place] = latest.number;
      tableBytes += latest.bytes();
    } else {
      latest = tables.get(number - 1);
    }
    return latest;
  }

  private void reserveHistories(int history, int stateFields) {
    if (history + historyStride > histories.length) {
      histories = Arrays.copyOf(histories, stateFields / STRIDE * historyStride);
    }
  }

  /** The node of the context that an activation stands in behind a word. */
  int node(int state, int table) {
    int history = state / STRIDE * historyStride;
    int count = tables.get(table - 1).ids(histories, history, historyIds);
    return automaton.context(historyIds, count);
  }

  /** Counts all words in the automaton, and forgets them; it may be folded on the way. */
  void unpack(int[] states) {
    for (WordTable table : tables) {
      long bytes = table.bytes();
      long[] entries = table.take();
      for (int at = 0; at < entries.length; at += table.stride()) {
        if (entries[at] != 0) {
          unpack(table, entries, at, automaton, states);
        }
      }
      tableBytes += table.bytes() - bytes;
    }
  }

  private void unpack(
      WordTable table, long[] entries, int at, ContextAutomaton target, int[] states) {
    int known = table.ids(entries, at + WordTable.HISTORY, historyIds);
    int count = table.ids(entries[at], wordIds);
    target.addString(historyIds, known, wordIds, count, entries[at + WordTable.COUNT], states);
  }

  /** Adds another's words. */
  void addAll(WordTables other, int[] states) {
    long[] history = new long[historyStride];
    for (WordTable from : other.tables) {
      WordTable table = table(from.firstId, from.bits);
      long[] entries = from.entries();
      int places = entries.length / from.stride();
      int step = Sizes.step(places);
      long place = 0;
      for (int visited = 0; visited < places; visited++, place += step) {
        int at = (int) (place % places) * from.stride();
        if (entries[at] == 0) {
          continue;
        }
        if (table.bits != from.bits) {
          other.unpack(from, entries, at, automaton, states);
          continue;
        }
        if (!table.hasRoom()) {
          makeRoom(table, states);
        }
        System.arraycopy(entries, at + WordTable.HISTORY, history, 0, table.historyLength);
        tableBytes -= table.bytes();
        table.addDivided(history, 0, entries[at], entries[at + WordTable.COUNT]);
        tableBytes += table.bytes();
      }
    }
  }

  void trim() {
    tables.forEach(WordTable::trim);
    tableBytes = tables.stream().mapToLong(WordTable::bytes).sum();
  }

  /** Entries of all tables. */
  int size() {
    return tables.stream().mapToInt(WordTable::size).sum();
  }

  long bytes() {
    return tableBytes + 8L * histories.length + numbers.bytes();
  }
}
