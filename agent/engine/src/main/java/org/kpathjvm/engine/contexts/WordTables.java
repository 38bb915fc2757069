package org.kpathjvm.engine.contexts;

import static org.kpathjvm.engine.counting.ActivationStates.BOTTOM;
import static org.kpathjvm.engine.counting.ActivationStates.STRIDE;
import static org.kpathjvm.engine.counting.ActivationStates.TOP;

import org.kpathjvm.engine.counting.Sequences;
import org.kpathjvm.runtime.layout.PackedWord;

/**
 * The words that were counted, in a {@link ContextWords} table for each method. If the paths of an
 * activation arrive in words, the activation has a position in such a table. The field TOP of the
 * activation's state identifies the table ({@link #top}), and the field BOTTOM is the position.
 * {@link LoosePaths} handles activations whose paths arrive one by one.
 */
final class WordTables {
  /**
   * The number of entries at which a table is checked for the first time. The check finds out
   * whether the table's words should be shorter.
   */
  private static final int FIRST_CHECK = 512;

  /** A table is checked again each time it has grown by this factor. */
  private static final int NEXT_CHECK = 4;

  /**
   * After a fold, the entries that are positions of activations may take at most 1 /
   * STOOD_ON_ONE_IN of the memory that the words took before. If they take more, and there are more
   * than FEW such entries, all activations begin again without a history.
   */
  private static final int STOOD_ON_ONE_IN = 8;

  private static final int FEW = 16;

  private final ContextAutomaton automaton;
  private final LoosePaths loose;

  private final MethodTables methods = new MethodTables();
  private long tableBytes;
  private final int[] historyIds;
  private final int[] wordIds = new int[Long.SIZE];
  private final long[] wholeHistory;
  private final long[] runHistory;
  private final int[] strayIds = new int[Long.SIZE];

  WordTables(ContextAutomaton automaton) {
    this.automaton = automaton;
    historyIds = new int[automaton.k];
    wholeHistory = new long[HistoryFormat.longest(automaton.k)];
    runHistory = new long[HistoryFormat.longest(automaton.k)];
    loose = new LoosePaths(this, automaton.k);
  }

  /** Returns the value of TOP for an activation whose position is in a table. */
  static int top(ContextWords table) {
    return -2 * table.number;
  }

  /**
   * Counts a word of an activation.
   *
   * @param count the number of the word's paths, 1 or more
   * @param paths the numbers of the paths, the latest in the lowest bits
   */
  void feedWord(int firstId, int bits, int count, long paths, int[] states, int state) {
    ContextWords table = table(firstId, bits);
    int top = states[state + TOP];
    if (top != -2 * table.number) {
      if (top != 0) {
        // The activation has paths of another method, or earlier paths that arrived one by one.
        PackedWord.unpack(paths, bits, count, firstId, strayIds);
        loose.feed(strayIds, 0, count, Integer.MAX_VALUE, states, state);
        loose.goBack(firstId, bits, states, state);
        return;
      }
      loose.leave(state, states);
      // The call of leave() may have replaced the table.
      table = methods.get(table.number);
      states[state + TOP] = top(table);
      states[state + BOTTOM] = ContextWords.ROOT;
    }
    if (table.longest == 1
        || count > table.longest
        || !count(table, paths | 1L << count * bits, states, state)) {
      feedParts(table, paths, count * bits, states, state);
    }
  }

  /**
   * Counts or gathers an activation's next word, which must have at most {@link
   * ContextWords#longest} paths. Returns false, and does nothing, if there is no room.
   */
  private boolean count(ContextWords table, long word, int[] states, int state) {
    GatherTrial trial = table.trial();
    if (table.gathers()) {
      gather(table, word, 1, states, state);
    } else {
      int entry = table.step(states[state + BOTTOM], word);
      if (entry == ContextWords.FULL) {
        return false;
      }
      states[state + BOTTOM] = entry;
    }
    if (trial != null && trial.isOver()) {
      countPending(table, states);
      trial.next();
    }
    return true;
  }

  /** Counts {@code times} activations, each of which has exactly the given paths. */
  void feedWholes(int firstId, int bits, int count, long paths, long times, int[] states) {
    ContextWords table = table(firstId, bits);
    table.format.begin(wholeHistory, 0);
    for (int left = count * bits; left > 0; ) {
      table = withRoom(table, states);
      int part = Math.min(left, table.longest * bits);
      long piece = paths >>> left - part & (1L << part) - 1;
      table.findOrPut(wholeHistory, 0, piece | 1L << part, times);
      table.format.advance(wholeHistory, 0, piece, part);
      left -= part;
    }
  }

  private void feedParts(ContextWords table, long paths, int pathBits, int[] states, int state) {
    ContextWords now = methods.get(table.number);
    int left = pathBits;
    while (left > 0) {
      if (now.canFollow()) {
        long followed = now.follow(states[state + BOTTOM], paths, left);
        states[state + BOTTOM] = (int) followed;
        left = (int) (followed >>> Integer.SIZE);
        if (left == 0) {
          return;
        }
      }
      int part = Math.min(left, now.longest * now.bits);
      long word = paths >>> left - part & (1L << part) - 1 | 1L << part;
      if (!count(now, word, states, state)) {
        makeRoom(now, states);
      } else {
        left -= part;
        if (now.trial() == null) {
          // This is the most frequent case, in which the table stays the same.
          continue;
        }
      }
      now = methods.get(table.number);
      if (states[state + TOP] == 0) {
        // The activation had to begin again without a history.
        states[state + TOP] = top(now);
        states[state + BOTTOM] = ContextWords.ROOT;
      }
    }
  }

  /**
   * Gathers an activation's next word, which came {@code count} times in a row and has at most
   * {@link ContextWords#longest} paths. If {@code count} isn't 1, the word must not change the
   * activation's history ({@link #isKept}).
   */
  private void gather(ContextWords table, long word, long count, int[] states, int state) {
    tableBytes += table.reservePending();
    states[state + BOTTOM] = table.gather(states[state + BOTTOM], word, count, state);
    if (table.isFullOfPending()) {
      countPending(table, states);
    }
  }

  private void countPending(ContextWords table, int[] states) {
    if (!table.hasPending()) {
      return;
    }
    table.fetch();
    while (table.hasPending()) {
      if (table.hasRoom()) {
        table.countLastPending(states, top(table));
      } else {
        // If another table replaces this one, the pending words are counted in the other table.
        makeRoom(table, states);
      }
    }
  }

  /**
   * Makes sure that an activation's last word isn't pending. If everything has to be folded to make
   * room, the activation may lose its position.
   */
  void countPendingOf(int state, int[] states) {
    if (states[state + TOP] < 0 && ContextWords.isPending(states[state + BOTTOM])) {
      countPending(methods.get(-states[state + TOP] / 2), states);
    }
  }

  /** Counts one path {@code count} times. */
  void feedRun(int firstId, int bits, int path, int count, int[] states, int state) {
    int top = states[state + TOP];
    if (top != 0 && top != top(table(firstId, bits))) {
      loose.feedRun(firstId + path, count, states, state);
      return;
    }
    long paths = PackedWord.trips(path, path, bits);
    int left = count;
    while (left > 0) {
      ContextWords table = table(firstId, bits);
      int part = Math.min(left, table.longest);
      int pathBits = part * bits;
      long word = paths & (1L << pathBits) - 1;
      // The position is checked before each word: if memory is short, the activation may have begun
      // again without a history.
      if (!isKept(table, states, state, word | 1L << pathBits)) {
        feedWord(firstId, bits, part, word, states, state);
        left -= part;
        continue;
      }
      int times = left / part;
      if (table.gathers()) {
        gather(table, word | 1L << pathBits, times, states, state);
        left -= times * part;
        continue;
      }
      int next = table.findOrPut(runHistory, 0, word | 1L << pathBits, times);
      if (next == ContextWords.FULL) {
        makeRoom(table, states);
      } else {
        states[state + BOTTOM] = next;
        left -= times * part;
      }
    }
  }

  /**
   * Returns whether an activation's position is in {@code table} and {@code word} wouldn't change
   * the activation's history. If the position is in the table, copies the history to runHistory.
   */
  private boolean isKept(ContextWords table, int[] states, int state, long word) {
    if (states[state + TOP] != top(table)) {
      return false;
    }
    table.tail(states[state + BOTTOM], runHistory);
    return table.format.isKeptBy(runHistory, word);
  }

  /** Counts paths that arrive one by one. */
  int feed(int[] ids, int from, int to, int maxId, int[] states, int state) {
    return loose.feed(ids, from, to, maxId, states, state);
  }

  /** Returns a method's table, which is created if necessary. */
  ContextWords table(int firstId, int bits) {
    ContextWords table = methods.find(firstId, bits);
    return table == null ? newTable(firstId, bits) : table;
  }

  private ContextWords newTable(int firstId, int bits) {
    HistoryFormat format = new HistoryFormat(automaton.k, firstId, bits);
    ContextWords table = new ContextWords(format, methods.nextNumber(), (Long.SIZE - 1) / bits, 0);
    table.nextCheck = FIRST_CHECK;
    setTrial(table);
    methods.add(table);
    tableBytes += table.bytes();
    return table;
  }

  private void setTrial(ContextWords table) {
    if (automaton.trials != null) {
      table.setTrial(automaton.trials.get());
    }
  }

  ContextWords table(int number) {
    return methods.get(number);
  }

  /**
   * Makes room for an entry. The table's words are divided if shorter words are better; otherwise
   * the table grows. If memory is short, the words are divided so that they take less memory. If
   * this isn't enough, everything is folded. Returns the table that has replaced {@code full}, or
   * {@code full} itself. The states of activations are updated.
   */
  ContextWords makeRoom(ContextWords full, int[] states) {
    ContextWords table = full;
    if (table.size() >= table.nextCheck && table.longest > 1) {
      table = divide(table, WordLengths.cheapest(table), Long.MAX_VALUE, states);
    }
    if (!table.hasRoom() && !automaton.mayGrow(table.bytesToGrow())) {
      table = divide(table, WordLengths.smallest(table), table.bytes(), states);
      if (!table.hasRoom() && !automaton.mayGrow(table.bytesToGrow())) {
        automaton.fold(states);
        table = methods.get(table.number);
      }
    }
    if (!table.hasRoom()) {
      tableBytes += table.bytesToGrow();
      table.grow();
    }
    return table;
  }

  /**
   * Folds everything if there isn't memory for {@code bytes} more bytes. The caller uses these
   * bytes in any case.
   */
  void askFor(long bytes, int[] states) {
    if (!automaton.mayGrow(bytes)) {
      automaton.fold(states);
    }
  }

  /**
   * Divides a table's words into parts of at most {@code length} paths, if the result takes less
   * than {@code lessThanBytes} bytes. Returns the resulting table, or the given table.
   */
  private ContextWords divide(ContextWords table, int length, long lessThanBytes, int[] states) {
    ContextWords divided = table;
    if (length < table.longest) {
      divided = WordDivision.divided(table, length);
    }
    if (divided == table || divided.bytes() >= lessThanBytes) {
      table.nextCheck = NEXT_CHECK * table.size();
      return table;
    }
    divided.nextCheck = Math.max(FIRST_CHECK, NEXT_CHECK * divided.size());
    replace(table, divided, states);
    tableBytes += divided.bytes() - table.bytes();
    return divided;
  }

  /**
   * Replaces a table. An activation whose position is in the old table gets the position with the
   * same history in the new table.
   */
  private void replace(ContextWords old, ContextWords table, int[] states) {
    methods.replace(table);
    setTrial(table);
    for (int state = 0; state + STRIDE <= states.length; state += STRIDE) {
      if (states[state + TOP] == top(old)) {
        states[state + BOTTOM] = move(old, states[state + BOTTOM], table);
      }
    }
    loose.replace(old, table, states);
    old.countPendingIn(table);
  }

  /**
   * Returns the position in {@code table} of an activation whose position in {@code old} was {@code
   * position}.
   */
  static int move(ContextWords old, int position, ContextWords table) {
    long[] history = new long[old.format.length];
    old.tail(position, history);
    if (!table.hasRoom()) {
      table.grow();
    }
    return table.stand(history);
  }

  /** Returns a table with room for an entry: the given table, or the table that replaces it. */
  ContextWords withRoom(ContextWords table, int[] states) {
    return table.hasRoom() ? table : makeRoom(table, states);
  }

  /**
   * Moves the counts of all words into the automaton's transitions, which may be folded meanwhile.
   * Returns the number of activations that must begin again without a history, because their
   * positions take too much memory.
   */
  int unpack(int[] states) {
    settle(states);
    long before = bytes();
    for (ContextWords table : methods.all()) {
      ContextWords empty = empty(table, states);
      for (int entry = table.first(); entry < table.end(); entry = table.next(entry)) {
        int known = table.historyIds(entry, historyIds);
        int count = table.wordIds(entry, wordIds);
        automaton.addString(historyIds, known, wordIds, count, table.count(entry));
      }
      tableBytes += empty.bytes() - table.bytes();
    }
    long stoodOn = 0;
    for (ContextWords table : methods.all()) {
      stoodOn += table.size() > 0 ? table.bytes() : 0;
    }
    int restarted = stoodOn > before / STOOD_ON_ONE_IN && size() > FEW ? letGo(states) : 0;
    // The running total misses the memory that counts take when they grow beyond 32 bits.
    tableBytes = countedTableBytes();
    return restarted;
  }

  /** Adds up the bytes of all tables. This takes time. */
  private long countedTableBytes() {
    return methods.all().stream().mapToLong(ContextWords::bytes).sum();
  }

  /**
   * Makes all activations begin again without a history, after the counts of all words have been
   * moved. Returns the number of these activations.
   */
  private int letGo(int[] states) {
    int restarted = 0;
    for (int state = 0; state + STRIDE <= states.length; state += STRIDE) {
      if (states[state + TOP] < 0) {
        states[state + TOP] = 0;
        restarted++;
      }
    }
    loose.letGo();
    methods.all().forEach(table -> empty(table, states));
    return restarted;
  }

  private ContextWords empty(ContextWords table, int[] states) {
    ContextWords empty = new ContextWords(table.format, table.number, table.longest, 0);
    empty.nextCheck = table.nextCheck;
    replace(table, empty, states);
    return empty;
  }

  void addAll(WordTables other, int[] states) {
    for (ContextWords from : other.methods.all()) {
      long[] history = new long[from.format.length];
      ContextWords table = table(from.firstId, from.bits);
      for (int entry = from.first(); entry < from.end(); entry = from.next(entry)) {
        table = withRoom(table, states);
        from.history(entry, history);
        tableBytes -= table.bytes();
        WordDivision.add(table, history, from.word(entry), from.count(entry));
        tableBytes += table.bytes();
      }
    }
  }

  /**
   * Counts the words that were gathered, and the paths that {@link LoosePaths} keeps in words that
   * aren't full.
   */
  void settle(int[] states) {
    loose.countRests(states);
    for (ContextWords table : methods.all()) {
      countPending(table, states);
    }
  }

  /** Returns the counts, for the conversion into n-grams. */
  Sequences sequences() {
    return new WordSequences(
        methods.all().stream().map(WordDivision::compacted).toList(), automaton.k);
  }

  /** Returns the largest number of bytes that the result of {@link #sequences} can take. */
  long sequencesBytes() {
    return WordSequences.bytes(size(), pathCount());
  }

  long pathCount() {
    return methods.all().stream().mapToLong(ContextWords::totalPaths).sum();
  }

  void trim() {
    methods.all().forEach(ContextWords::trim);
    tableBytes = countedTableBytes();
  }

  int size() {
    return methods.all().stream().mapToInt(ContextWords::size).sum();
  }

  boolean bytesAreRight() {
    return tableBytes == countedTableBytes();
  }

  long bytes() {
    return tableBytes + loose.bytes() + methods.bytes();
  }
}
