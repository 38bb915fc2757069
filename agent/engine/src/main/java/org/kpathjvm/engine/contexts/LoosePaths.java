package org.kpathjvm.engine.contexts;

import static org.kpathjvm.engine.counting.ActivationStates.BOTTOM;
import static org.kpathjvm.engine.counting.ActivationStates.STRIDE;
import static org.kpathjvm.engine.counting.ActivationStates.TOP;

import java.util.Arrays;
import org.kpathjvm.runtime.layout.PackedWord;
import org.kpathjvm.runtime.tables.IdTable;

/**
 * Makes words for activations whose paths arrive one by one.
 *
 * <p>It isn't known which ids belong to the same method. So the ids are divided into blocks, and an
 * id's number within its block has {@value #BLOCK_BITS} bits. An activation begins in the table of
 * words ({@link ContextWords}) for the block of its first id. When an id outside of the block
 * arrives, the activation moves to a larger table, which has this id too. Later activations whose
 * first id is in the block begin in the larger table.
 *
 * <p>This class also keeps the positions of activations whose paths arrive one by one. A position
 * is an entry of a table. If an activation's position is kept here, the field TOP of the
 * activation's state is {@link #LOOSE}. An activation's latest paths are kept here, too, until they
 * fill a word. They are counted, at the latest, when the activation's last path arrives, when
 * another activation takes the state, or when all ids have been fed.
 */
final class LoosePaths {
  /** A value that {@link WordTables#top} never returns. */
  static final int LOOSE = -1;

  /** The number of bytes that numbers, entries and words take for each state. */
  private static final long BYTES = 16;

  private static final int BLOCK_BITS = 6;
  private static final int MOST_BITS = 31;
  private static final long NO_PATHS = 1;

  private final WordTables tables;
  private final int[] historyIds;
  private final int[] repeated = new int[Long.SIZE];

  /**
   * For each state, the number of the table that has the activation's position; 0 if no position is
   * kept. The position itself is in {@code entries}.
   */
  private int[] numbers = {};

  private int[] entries = {};

  /** For each state, the activation's word that isn't full yet. */
  private long[] words = {};

  /**
   * For each block of ids, the number of the table in which activations begin. Blocks are counted
   * from 1.
   */
  private final IdTable blocks = new IdTable();

  /** Maps a table's number to the number of the larger table that activations moved to. */
  private final IdTable wider = new IdTable();

  LoosePaths(WordTables tables, int k) {
    this.tables = tables;
    historyIds = new int[k];
  }

  /** Counts ids like {@link ContextAutomaton#feed}. */
  int feed(int[] ids, int from, int to, int maxId, int[] states, int state) {
    int place = state / STRIDE;
    ContextWords table = null;
    long word = NO_PATHS;
    int end = to;
    int at = from;
    while (at < end) {
      int id = ids[at];
      if (Integer.compareUnsigned(id - 1, maxId) >= 0) {
        id = -id;
        if (Integer.compareUnsigned(id - 1, maxId) >= 0) {
          break;
        }
        end = at + 1;
      }
      at++;
      if (table == null) {
        table = enter(id, states, state);
        word = words[place];
      }
      int path = id - table.firstId;
      if (path >>> table.bits != 0) {
        words[place] = word;
        table = moveToWider(id, count(states, state), states, state);
        path = id - table.firstId;
        word = NO_PATHS;
      }
      word = word << table.bits | path;
      if (word >>> table.longest * table.bits != 0) {
        words[place] = word;
        table = count(states, state);
        word = NO_PATHS;
      }
    }
    if (table != null) {
      words[place] = word;
      if (ids[at - 1] < 0) {
        countRest(place, states);
      }
    }
    return at;
  }

  /**
   * Counts one id {@code count} times. The activation's position must not be in the table of the
   * id's method.
   */
  void feedRun(int id, int count, int[] states, int state) {
    int place = state / STRIDE;
    Arrays.fill(repeated, id);
    int left = count;
    while (left > 0) {
      if (states[state + TOP] == LOOSE) {
        int rest = left - repeatWords(place, id, left, states);
        if (rest < left) {
          left = rest;
          continue;
        }
      }
      int part = Math.min(left, repeated.length);
      feed(repeated, 0, part, Integer.MAX_VALUE, states, state);
      left -= part;
    }
  }

  /**
   * Counts one id up to {@code count} times in one step, in words that consist of this id only.
   * Returns how often the id was counted: 0 if such a word would change the activation's history,
   * if the activation has no table with the id, or if there was no room.
   */
  private int repeatWords(int place, int id, int count, int[] states) {
    countRest(place, states);
    if (numbers[place] == 0) {
      return 0;
    }
    ContextWords table = tables.table(numbers[place]);
    int path = id - table.firstId;
    int length = Math.min(count, table.longest);
    if (path >>> table.bits != 0) {
      return 0;
    }
    long paths = PackedWord.trips(path, path, table.bits) & (1L << length * table.bits) - 1;
    long word = paths | 1L << length * table.bits;
    long[] history = new long[table.format.length];
    table.tail(entries[place], history);
    if (!table.format.isKeptBy(history, word)) {
      return 0;
    }
    int entry = table.findOrPut(history, 0, word, count / length);
    if (entry == ContextWords.FULL) {
      tables.makeRoom(table, states);
      return 0;
    }
    entries[place] = entry;
    return count / length * length;
  }

  /**
   * Returns the table that has an activation's position. A position that isn't kept in this class
   * yet is kept here from now on.
   *
   * @param id the activation's next id
   */
  private ContextWords enter(int id, int[] states, int state) {
    int place = state / STRIDE;
    if (states[state + TOP] == LOOSE) {
      return tables.table(numbers[place]);
    }
    tables.countPendingOf(state, states);
    int count = states.length / STRIDE;
    if (count > numbers.length) {
      tables.askFor(BYTES * (count - numbers.length), states);
      reserve(count);
    }
    int top = states[state + TOP];
    ContextWords table;
    if (top == 0) {
      leave(state, states);
      table = beginning(id);
      entries[place] = ContextWords.ROOT;
    } else {
      table = tables.table(-top / 2);
      entries[place] = states[state + BOTTOM];
      states[state + BOTTOM] = 0;
    }
    numbers[place] = table.number;
    states[state + TOP] = LOOSE;
    return table;
  }

  private void reserve(int count) {
    int before = numbers.length;
    numbers = Arrays.copyOf(numbers, count);
    entries = Arrays.copyOf(entries, count);
    words = Arrays.copyOf(words, count);
    Arrays.fill(words, before, count, NO_PATHS);
  }

  /**
   * Returns the table in which an activation begins.
   *
   * @param id the activation's first id
   */
  private ContextWords beginning(int id) {
    int block = blocks.place((id >>> BLOCK_BITS) + 1);
    int number = (int) blocks.entries()[block];
    if (number == 0) {
      number = tables.table(id >>> BLOCK_BITS << BLOCK_BITS, BLOCK_BITS).number;
    }
    for (int next = number; next != 0; next = (int) wider.get(next)) {
      number = next;
    }
    blocks.entries()[block] = number;
    return tables.table(number);
  }

  /**
   * Moves an activation to a larger table, which has the given id in addition to the ids of {@code
   * table}. Returns the larger table.
   */
  private ContextWords moveToWider(int id, ContextWords table, int[] states, int state) {
    int place = state / STRIDE;
    ContextWords target = table;
    while (id - target.firstId >>> target.bits != 0) {
      int link = wider.place(target.number);
      int next = (int) wider.entries()[link];
      if (next == 0) {
        next = covering(target, id).number;
        wider.entries()[link] = next;
      }
      target = tables.table(next);
    }
    target = tables.withRoom(target, states);
    if (states[state + TOP] == LOOSE) {
      ContextWords source = tables.table(numbers[place]);
      entries[place] = move(source, entries[place], target);
    } else {
      entries[place] = ContextWords.ROOT;
      states[state + TOP] = LOOSE;
    }
    numbers[place] = target.number;
    return target;
  }

  /**
   * Moves an activation back to a method's table, after the activation's latest paths came in a
   * word of this method. The activation isn't moved if its history has paths of other methods. So a
   * path of another method slows counting down only as long as the path is in the history.
   */
  void goBack(int firstId, int bits, int[] states, int state) {
    int place = state / STRIDE;
    countRest(place, states);
    if (numbers[place] == 0) {
      return;
    }
    ContextWords table = tables.table(numbers[place]);
    long[] history = new long[table.format.length];
    table.tail(entries[place], history);
    if (!table.format.isWithin(history, firstId, bits, historyIds)) {
      return;
    }
    ContextWords target = tables.withRoom(tables.table(firstId, bits), states);
    if (numbers[place] == 0) {
      // Everything was folded, and the activation has to begin again without a history.
      return;
    }
    states[state + BOTTOM] = move(tables.table(numbers[place]), entries[place], target);
    states[state + TOP] = WordTables.top(target);
    numbers[place] = 0;
  }

  /**
   * Returns the position in {@code table} of an activation whose position in {@code old} was {@code
   * entry}. The two tables have different ids.
   */
  private int move(ContextWords old, int entry, ContextWords table) {
    long[] history = new long[Math.max(old.format.length, table.format.length)];
    old.tail(entry, history);
    int count = old.format.ids(history, 0, historyIds);
    table.format.pack(historyIds, count, history, 0);
    return table.stand(history);
  }

  private ContextWords covering(ContextWords table, int id) {
    long last = table.firstId + (1L << table.bits) - 1;
    int high = (int) Math.min(Math.max(last, id), Integer.MAX_VALUE);
    int low = Math.min(table.firstId, id);
    int bits = table.bits;
    while (bits < MOST_BITS && low >>> bits != high >>> bits) {
      bits++;
    }
    return tables.table(bits == MOST_BITS ? 0 : low >>> bits << bits, bits);
  }

  /**
   * Counts the kept paths of an activation that goes on. Returns the table that has the
   * activation's new position.
   */
  private ContextWords count(int[] states, int state) {
    int place = state / STRIDE;
    ContextWords table = tables.table(numbers[place]);
    countRest(place, states);
    if (numbers[place] == 0) {
      // The activation has to begin again without a history.
      numbers[place] = table.number;
      entries[place] = ContextWords.ROOT;
      states[state + TOP] = LOOSE;
    }
    return tables.table(numbers[place]);
  }

  private void countRest(int place, int[] states) {
    while (words[place] != NO_PATHS) {
      ContextWords table = tables.table(numbers[place]);
      long word = words[place];
      int pathBits = ContextWords.pathBits(word);
      int left = Math.max(pathBits - table.longest * table.bits, 0);
      long paths = (word ^ 1L << pathBits) >>> left;
      int entry = table.step(entries[place], paths | 1L << pathBits - left);
      if (entry == ContextWords.FULL) {
        // If everything has to be folded to make room, makeRoom counts the kept paths before it
        // folds.
        tables.makeRoom(table, states);
      } else {
        entries[place] = entry;
        words[place] = word & (1L << left) - 1 | 1L << left;
      }
    }
  }

  /**
   * Counts the kept paths of the activation that had a state before, and forgets its position.
   * Called when another activation takes the state.
   */
  void leave(int state, int[] states) {
    int place = state / STRIDE;
    if (place < words.length) {
      countRest(place, states);
      numbers[place] = 0;
    }
  }

  /** Counts the kept paths of all activations. */
  void countRests(int[] states) {
    for (int place = 0; place < words.length; place++) {
      countRest(place, states);
    }
  }

  /**
   * Moves the positions of activations from a table to the table that replaces it. The activations
   * keep their histories. Positions of activations that have ended are forgotten.
   */
  void replace(ContextWords old, ContextWords table, int[] states) {
    for (int place = 0; place < numbers.length; place++) {
      if (numbers[place] != old.number) {
        continue;
      }
      int state = place * STRIDE;
      boolean isLive = state < states.length && states[state + TOP] == LOOSE;
      if (isLive || words[place] != NO_PATHS) {
        entries[place] = WordTables.move(old, entries[place], table);
      } else {
        numbers[place] = 0;
      }
    }
  }

  /** Forgets the positions of all activations. */
  void letGo() {
    Arrays.fill(numbers, 0);
  }

  long bytes() {
    return BYTES * numbers.length + blocks.bytes() + wider.bytes();
  }
}
