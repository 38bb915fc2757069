package org.kpathjvm.runtime.tables;

import java.util.Arrays;

/**
 * A hash table from path ids to longs. It has linear probing, and is at most half full. The table R
 * of the k-BLPP paper is such a table. Ball-Larus path profiling (BLPP) uses this class, too, so
 * that a table operation costs the same in k-BLPP and BLPP.
 *
 * <p>An entry is two neighbouring longs: the id and the value. Ids are never removed. Not
 * thread-safe. A StackOverflowError in any call leaves the table consistent.
 */
public class IdTable {
  private static final int SMALLEST_CAPACITY = 16;
  private static final int MULTIPLIER = 0x9E3779B1;

  /** The result of {@link #place} if the id is new and there is no memory for it. */
  public static final int NO_PLACE = 0;

  private long[] entries = new long[2 * SMALLEST_CAPACITY];
  private int shift = 32 - Integer.numberOfTrailingZeros(SMALLEST_CAPACITY);
  private int size;

  /**
   * Returns the index of the id's value in {@link #entries()}. A new id is added with value 0; if
   * there is no memory for it, {@link #NO_PLACE} is returned. The index is valid until the table
   * grows.
   */
  public final int place(int id) {
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

  /**
   * Returns the index in {@link #entries()} at which the search for an id, in steps of 2, begins.
   */
  public final int home(int id) {
    return ((id * MULTIPLIER) >>> shift) << 1;
  }

  /** Returns the id's value; 0 if the id isn't in the table. */
  public final long get(int id) {
    int at = home(id);
    while (entries[at] != 0) {
      if (entries[at] == id) {
        return entries[at + 1];
      }
      at = (at + 2) & (entries.length - 1);
    }
    return 0;
  }

  /**
   * Returns the entries: ids at even indices, each followed by its value. An entry with the id 0 is
   * empty.
   */
  public final long[] entries() {
    return entries;
  }

  /** Returns the number of ids. */
  public final int size() {
    return size;
  }

  /** Returns the ids in ascending order. */
  public final int[] sortedIds() {
    int[] ids = new int[size];
    int filled = 0;
    for (int at = 0; at < entries.length; at += 2) {
      if (entries[at] != 0) {
        ids[filled++] = (int) entries[at];
      }
    }
    Arrays.sort(ids);
    return ids;
  }

  /** Returns the number of ids that can be added before the table has to grow. */
  public final int room() {
    return entries.length / 4 - size;
  }

  /** Returns the number of bytes that {@link #reserve} would add to the table. */
  public final long bytesToReserve(int ids) {
    long length = entries.length;
    while (length / 4 - size < ids) {
      length *= 2;
    }
    return 8 * length - bytes();
  }

  /** Makes room for {@code ids} more ids. */
  public final void reserve(int ids) {
    while (room() < ids) {
      grow();
    }
  }

  /** Returns the size of the table in bytes. */
  public final long bytes() {
    return 8L * entries.length;
  }

  /** Returns a new array of twice the given length; null if there is no memory for it. */
  protected long[] larger(int length) {
    return new long[Math.multiplyExact(length, 2)];
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
    long[] bigger = larger(table.length);
    if (bigger == null) {
      return false;
    }
    for (int from = 0; from < table.length; from += 2) {
      if (table[from] != 0) {
        int to = free(bigger, shift - 1, (int) table[from]);
        bigger[to] = table[from];
        bigger[to + 1] = table[from + 1];
      }
    }
    // No call may come between these statements, lest it throw a StackOverflowError.
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
