package org.kpathjvm.engine.hash;

import org.kpathjvm.runtime.tables.IdTable;

/**
 * Ball-Larus path profiling (BLPP) over a stream: one hash update per path, with the table that the
 * k-slab forest uses for its roots. Counts are completions, 64 bits. Not thread-safe.
 */
public final class HashPathCounter {
  private final IdTable table = new IdTable();

  /**
   * Counts the ids from {@code words[from]} on, up to and including a negated id, or up to the
   * first word whose absolute value is not in 1..maxId, or to {@code to}; returns where it stopped.
   */
  public int feed(int[] words, int from, int to, int maxId) {
    int at = from;
    while (at < to) {
      int id = words[at];
      if (Integer.compareUnsigned(id - 1, maxId) >= 0) {
        id = -id;
        if (Integer.compareUnsigned(id - 1, maxId) >= 0) {
          break;
        }
        to = at;
      }
      at++;
      int place = table.place(id);
      table.entries()[place]++;
    }
    return at;
  }

  /** Adds {@code completions} of one path. */
  public void add(int id, long completions) {
    int place = table.place(id);
    table.entries()[place] += completions;
  }

  /** Adds all counts of another counter. */
  public void addAll(HashPathCounter other) {
    long[] entries = other.table.entries();
    for (int at = 0; at < entries.length; at += 2) {
      if (entries[at] != 0) {
        add((int) entries[at], entries[at + 1]);
      }
    }
  }

  /** Completions of a path. */
  public long count(int id) {
    return table.get(id);
  }

  IdTable table() {
    return table;
  }

  /** Distinct paths. */
  public int size() {
    return table.size();
  }

  /** The counted paths' ids, ascending. */
  public int[] sortedIds() {
    return table.sortedIds();
  }

  /** Bytes of the table. */
  public long bytes() {
    return table.bytes();
  }
}
