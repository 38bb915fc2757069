package org.kpathjvm.runtime.inline;

/**
 * A hash table from keys to counts. The table has linear probing, and is at most half full. A key
 * is any long but 0. An entry is two neighbouring longs: the key and the count. Not thread-safe. A
 * StackOverflowError in any call leaves the table consistent.
 */
public final class KeyTable {
  private static final int SMALLEST_CAPACITY = 16;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private long[] entries = new long[2 * SMALLEST_CAPACITY];
  private int shift = 64 - Integer.numberOfTrailingZeros(SMALLEST_CAPACITY);
  private int size;

  /** Returns the key's count; 0 if the key isn't in the table. */
  public long get(long key) {
    long[] table = entries;
    int at = home(key, shift);
    while (table[at] != key) {
      if (table[at] == 0) {
        return 0;
      }
      at = (at + 2) & (table.length - 1);
    }
    return table[at + 1];
  }

  /** Adds to the key's count. Returns false if there is no memory for the key. */
  public boolean add(long key, long count) {
    long[] table = entries;
    int at = home(key, shift);
    while (table[at] != key) {
      if (table[at] == 0) {
        return insert(key, count, at);
      }
      at = (at + 2) & (table.length - 1);
    }
    table[at + 1] += count;
    return true;
  }

  private boolean insert(long key, long count, int free) {
    int at = free;
    if (4L * (size + 1) > entries.length) {
      if (!grow()) {
        return false;
      }
      at = free(entries, shift, key);
    }
    entries[at] = key;
    entries[at + 1] = count;
    size++;
    return true;
  }

  private boolean grow() {
    long[] table = entries;
    long[] bigger = TableMemory.twice(table.length);
    if (bigger == null) {
      return false;
    }
    for (int from = 0; from < table.length; from += 2) {
      if (table[from] != 0) {
        int to = free(bigger, shift - 1, table[from]);
        bigger[to] = table[from];
        bigger[to + 1] = table[from + 1];
      }
    }
    // No call may come between these statements, lest it throw a StackOverflowError.
    entries = bigger;
    shift--;
    return true;
  }

  private static int free(long[] table, int shift, long key) {
    int at = home(key, shift);
    while (table[at] != 0) {
      at = (at + 2) & (table.length - 1);
    }
    return at;
  }

  private static int home(long key, int shift) {
    return (int) ((key * MULTIPLIER) >>> shift) << 1;
  }

  /** Returns the number of keys. */
  public int size() {
    return size;
  }

  /**
   * Adds this table's counts to {@code sum}. Returns false if {@code sum} has no memory for the
   * keys.
   */
  public boolean addTo(KeyTable sum) {
    long[] table = entries;
    for (int at = 0; at < table.length; at += 2) {
      if (table[at] != 0 && !sum.add(table[at], table[at + 1])) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the entries: keys at even indices, each followed by its count. An entry with key 0 is
   * empty.
   */
  public long[] entries() {
    return entries;
  }

  public void addTo(Totals totals) {
    long[] table = entries;
    long operations = 0;
    for (int at = 1; at < table.length; at += 2) {
      operations += table[at];
    }
    totals.add("hash_operations", operations);
    totals.add(Totals.BYTES, 8L * table.length);
  }
}
