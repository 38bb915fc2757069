package org.kpathjvm.runtime.inline;

/**
 * Open-addressing hash from path id (1..2^30-1) to one long, with linear probing and a load of at
 * most one half: the table R of the k-slab forest, and the same table under BLPP, so that their
 * operations cost the same.
 *
 * <p>An entry is two neighbouring longs, id (0: empty) and value, so a find touches one cache line.
 * Ids are never removed. Not thread-safe; a StackOverflowError in any call leaves it consistent.
 */
final class PathTable {
  private static final int SMALLEST_CAPACITY = 16;
  private static final int MULTIPLIER = 0x9E3779B1;

  /** No place: the id is new, and there is no memory for it. */
  static final int NO_PLACE = 0;

  long[] entries = new long[2 * SMALLEST_CAPACITY];
  private int shift = 32 - Integer.numberOfTrailingZeros(SMALLEST_CAPACITY);
  private int size;

  /**
   * Where the id's value is in {@link #entries}; the id is added with value 0 when it is new. The
   * place is good until the next call.
   */
  int place(int id) {
    long[] table = entries;
    int at = ((id * MULTIPLIER) >>> shift) << 1;
    while (true) {
      long key = table[at];
      if (key == id) {
        return at + 1;
      }
      if (key == 0) {
        return add(id, at);
      }
      at = (at + 2) & (table.length - 1);
    }
  }

  /** Adds to the id's value; false when there is no memory for it. */
  boolean add(int id, long count) {
    int place = place(id);
    if (place == NO_PLACE) {
      return false;
    }
    entries[place] += count;
    return true;
  }

  int size() {
    return size;
  }

  private int add(int id, int at) {
    if (4L * (size + 1) > entries.length) {
      if (!grow()) {
        return NO_PLACE;
      }
      at = free(entries, shift, id);
    }
    entries[at] = id;
    size++;
    return at + 1;
  }

  private boolean grow() {
    long[] table = entries;
    if (table.length > Integer.MAX_VALUE / 2 || !TableMemory.take(8L * table.length)) {
      Threads.giveUp();
      return false;
    }
    long[] bigger;
    try {
      bigger = new long[2 * table.length];
    } catch (OutOfMemoryError heapFull) {
      Threads.giveUp();
      return false;
    }
    for (int from = 0; from < table.length; from += 2) {
      if (table[from] != 0) {
        int to = free(bigger, shift - 1, (int) table[from]);
        bigger[to] = table[from];
        bigger[to + 1] = table[from + 1];
      }
    }
    // No call stands between these two.
    entries = bigger;
    shift--;
    return true;
  }

  private static int free(long[] table, int shift, int id) {
    int at = ((id * MULTIPLIER) >>> shift) << 1;
    while (table[at] != 0) {
      at = (at + 2) & (table.length - 1);
    }
    return at;
  }
}
