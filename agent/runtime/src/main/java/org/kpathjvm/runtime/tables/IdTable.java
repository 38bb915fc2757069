package org.kpathjvm.runtime.tables;

import java.util.Arrays;

/**
 * Open-addressing hash from path id (1..2^30-1) to one long, with linear probing and a load of at
 * most one half: the paper's table R, and the same table under BLPP, so that their operations cost
 * the same.
 *
 * <p>An entry is two neighbouring longs, id and value, so a find touches one cache line. Ids are
 * never removed. Not thread-safe; a StackOverflowError in any call leaves it consistent.
 */
public class IdTable {
  private static final int SMALLEST_CAPACITY = 16;
  private static final int MULTIPLIER = 0x9E3779B1;

  /** Instead of a place: the id is new, and there is no memory for it. */
  public static final int NO_PLACE = 0;

  private long[] entries = new long[2 * SMALLEST_CAPACITY];
  private int shift = 32 - Integer.numberOfTrailingZeros(SMALLEST_CAPACITY);
  private int size;

  /**
   * Where the id's value is in {@link #entries()}; the id is added with value 0 when it is new. The
   * place is good until the next call. {@link #NO_PLACE} when {@link #larger} gives nothing.
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

  /** Where the search for an id begins in {@link #entries()}; it goes on in steps of 2. */
  public final int home(int id) {
    return ((id * MULTIPLIER) >>> shift) << 1;
  }

  /** The id's value, 0 when it is not in the table. */
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

  /** The entries: id at even places (0: empty), its value behind it. */
  public final long[] entries() {
    return entries;
  }

  /** Number of ids. */
  public final int size() {
    return size;
  }

  /** The ids in ascending order. */
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

  /** Ids that can be added without a larger table. */
  public final int room() {
    return entries.length / 4 - size;
  }

  /** Bytes that {@link #reserve} adds to the table. */
  public final long bytesToReserve(int ids) {
    long length = entries.length;
    while (length / 4 - size < ids) {
      length *= 2;
    }
    return 8 * length - bytes();
  }

  /** Makes room for that many more ids. */
  public final void reserve(int ids) {
    while (room() < ids) {
      grow();
    }
  }

  /** Bytes of the table. */
  public final long bytes() {
    return 8L * entries.length;
  }

  /** Twice as many entries, empty; null: there is no memory for them. */
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
