package org.kpathjvm.engine.hash;

import org.kpathjvm.runtime.tables.IdTable;

/**
 * Ball-Larus path profiling (BLPP) of a stream: each path completion updates the path's count in a
 * hash table. The table is of the same kind as the table of a k-slab forest's roots. Counts have 64
 * bits. The class isn't thread-safe.
 */
public final class HashPathCounter {
  private final IdTable table = new IdTable();

  /**
   * Counts ids of paths, beginning with {@code words[from]}. Counting stops after a negated id,
   * which is the last id of an activation; before the first element whose absolute value isn't in
   * 1..maxId; or at {@code to}. Returns the index of the first element that wasn't counted.
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

  /** Returns how often a path was completed. */
  public long count(int id) {
    return table.get(id);
  }

  IdTable table() {
    return table;
  }

  /** Returns the number of distinct paths. */
  public int size() {
    return table.size();
  }

  /** Returns the ids of the counted paths, in ascending order. */
  public int[] sortedIds() {
    return table.sortedIds();
  }

  /** Returns the number of bytes in the table. */
  public long bytes() {
    return table.bytes();
  }
}
