package org.kpathjvm.engine.contexts;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.kpathjvm.runtime.tables.IdTable;

/**
 * Finds tables of words, either by number or by method. A method is identified by its first id and
 * by the number of bits of each of its paths.
 */
final class MethodTables {
  private static final int RECENT_BITS = 8;
  private static final int NONE = 0;

  /** The table with number n is at index n - 1. */
  private final List<ContextWords> tables = new ArrayList<>();

  /** Maps a first id plus 1 to the number of the table that was added last for this first id. */
  private final IdTable numbers = new IdTable();

  /**
   * The element at index n - 1 is the number of the table that table n has replaced in {@code
   * numbers}, a table with another number of bits per path; NONE if there was none.
   */
  private final List<Integer> others = new ArrayList<>();

  /** For each hash of a first id, the table that was found last. */
  private final ContextWords[] recent = new ContextWords[1 << RECENT_BITS];

  /** Returns a method's table; null if there is none. */
  ContextWords find(int firstId, int bits) {
    ContextWords table = recent[hash(firstId)];
    return table != null && table.firstId == firstId && table.bits == bits
        ? table
        : findInAll(firstId, bits);
  }

  private ContextWords findInAll(int firstId, int bits) {
    // 1 is added because an IdTable has no id 0.
    int number = (int) numbers.get(firstId + 1);
    while (number != NONE && get(number).bits != bits) {
      number = others.get(number - 1);
    }
    if (number == NONE) {
      return null;
    }
    ContextWords table = get(number);
    recent[hash(firstId)] = table;
    return table;
  }

  private static int hash(int firstId) {
    return firstId * 0x9E3779B1 >>> Integer.SIZE - RECENT_BITS;
  }

  ContextWords get(int number) {
    return tables.get(number - 1);
  }

  int nextNumber() {
    return tables.size() + 1;
  }

  /** Adds the table of a method that has none yet. The table must have the next number. */
  void add(ContextWords table) {
    int place = numbers.place(table.firstId + 1);
    others.add((int) numbers.entries()[place]);
    numbers.entries()[place] = table.number;
    tables.add(table);
  }

  /** Replaces a table by another table of the same method and with the same number. */
  void replace(ContextWords table) {
    tables.set(table.number - 1, table);
    recent[hash(table.firstId)] = table;
  }

  /** Returns the tables in the order of their numbers. They may be replaced during an iteration. */
  List<ContextWords> all() {
    return Collections.unmodifiableList(tables);
  }

  /** Returns the number of bytes that {@code numbers} takes. The tables' bytes aren't included. */
  long bytes() {
    return numbers.bytes();
  }
}
