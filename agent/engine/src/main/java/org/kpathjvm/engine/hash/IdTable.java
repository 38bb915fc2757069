package org.kpathjvm.engine.hash;

import org.kpathjvm.engine.cache.MemoryAccesses;

/**
 * Open-addressing hash from path id (1..2^30-1) to one long, with linear probing and a load of at
 * most one half: the paper's table R, and the same table under BLPP, so that their operations cost
 * the same.
 *
 * <p>An entry is two neighbouring longs, id and value, so a find touches one cache line. Ids are
 * never removed. Not thread-safe.
 */
public final class IdTable {
  private static final int SMALLEST_CAPACITY = 16;
  private static final int MULTIPLIER = 0x9E3779B1;

  private long[] entries = new long[2 * SMALLEST_CAPACITY];
  private int shift = 32 - Integer.numberOfTrailingZeros(SMALLEST_CAPACITY);
  private int size;

  /**
   * Where the id's value is in {@link #entries()}; the id is added with value 0 when it is new. The
   * place is good until the next call.
   */
  public int place(int id) {
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
   * Tells of the keys that {@link #place} reads; returns where the id's value is, or would be. The
   * table starts at address {@code base}.
   */
  public int trace(int id, long base, MemoryAccesses accesses) {
    int at = ((id * MULTIPLIER) >>> shift) << 1;
    while (true) {
      accesses.access(base + Long.BYTES * (long) at);
      if (entries[at] == id || entries[at] == 0) {
        return at + 1;
      }
      at = (at + 2) & (entries.length - 1);
    }
  }

  /** The id's value, 0 when it is not in the table. */
  public long get(int id) {
    int at = ((id * MULTIPLIER) >>> shift) << 1;
    while (entries[at] != 0) {
      if (entries[at] == id) {
        return entries[at + 1];
      }
      at = (at + 2) & (entries.length - 1);
    }
    return 0;
  }

  /** The entries: id at even places (0: empty), its value behind it. */
  public long[] entries() {
    return entries;
  }

  /** Number of ids. */
  public int size() {
    return size;
  }

  /** The ids in ascending order. */
  public int[] sortedIds() {
    int[] ids = new int[size];
    int filled = 0;
    for (int at = 0; at < entries.length; at += 2) {
      if (entries[at] != 0) {
        ids[filled++] = (int) entries[at];
      }
    }
    java.util.Arrays.sort(ids);
    return ids;
  }

  /** Ids that can be added without a larger table. */
  public int room() {
    return entries.length / 4 - size;
  }

  /** Bytes that {@link #reserve} adds to the table. */
  public long bytesToReserve(int ids) {
    long length = entries.length;
    while (length / 4 - size < ids) {
      length *= 2;
    }
    return 8 * length - bytes();
  }

  /** Makes room for that many more ids. */
  public void reserve(int ids) {
    while (room() < ids) {
      grow();
    }
  }

  /** Bytes of the table. */
  public long bytes() {
    return 8L * entries.length;
  }

  private int add(int id, int at) {
    if (4L * (size + 1) > entries.length) {
      grow();
      at = free(entries, id);
    }
    entries[at] = id;
    size++;
    return at + 1;
  }

  private void grow() {
    long[] bigger = new long[Math.multiplyExact(entries.length, 2)];
    shift--;
    for (int from = 0; from < entries.length; from += 2) {
      if (entries[from] != 0) {
        int to = free(bigger, (int) entries[from]);
        bigger[to] = entries[from];
        bigger[to + 1] = entries[from + 1];
      }
    }
    entries = bigger;
  }

  private int free(long[] table, int id) {
    int at = ((id * MULTIPLIER) >>> shift) << 1;
    while (table[at] != 0) {
      at = (at + 2) & (table.length - 1);
    }
    return at;
  }
}
