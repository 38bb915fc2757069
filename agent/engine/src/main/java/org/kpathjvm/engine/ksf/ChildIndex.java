package org.kpathjvm.engine.ksf;

/**
 * A hash table that maps a node and a label to the node's child with this label. It is used for
 * those nodes of a k-slab forest whose lists of children are too long to scan. A label is a path
 * id. The table uses open addressing. An entry consists of two adjacent longs. Entries are never
 * removed.
 */
final class ChildIndex {
  private static final int SMALLEST_CAPACITY = 64;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private long[] entries = new long[2 * SMALLEST_CAPACITY];
  private int shift = 64 - Integer.numberOfTrailingZeros(SMALLEST_CAPACITY);
  private int size;

  /** Returns the node's child with a label; 0 if there is no such child in the index. */
  int find(int node, int label) {
    long[] table = entries;
    long wanted = key(node, label);
    int at = (int) ((wanted * MULTIPLIER) >>> shift) << 1;
    while (true) {
      long key = table[at];
      if (key == wanted) {
        return (int) table[at + 1];
      }
      if (key == 0) {
        return 0;
      }
      at = (at + 2) & (table.length - 1);
    }
  }

  /** Adds a child that isn't in the index yet. */
  void add(int node, int label, int child) {
    if (4L * (size + 1) > entries.length) {
      grow();
    }
    put(entries, key(node, label), child);
    size++;
  }

  /** Returns the number of children that can be added before the table must grow. */
  int room() {
    return entries.length / 4 - size;
  }

  int size() {
    return size;
  }

  private int capacity() {
    return entries.length / 4;
  }

  /** Returns the number of bytes that {@link #reserve} would add to the table. */
  long bytesToReserve(int children) {
    return bytesOf(capacityFor(children)) - bytes();
  }

  /** Makes room for {@code children} more children. */
  void reserve(int children) {
    int wanted = capacityFor(children);
    while (capacity() < wanted) {
      grow();
    }
  }

  private int capacityFor(int children) {
    int wanted = capacity();
    while (wanted - size < children) {
      wanted = Math.multiplyExact(wanted, 2);
    }
    return wanted;
  }

  private static long bytesOf(int capacity) {
    return 8L * 4 * capacity;
  }

  long bytes() {
    return 8L * entries.length;
  }

  private static long key(int node, int label) {
    return (long) node << 32 | label;
  }

  private void grow() {
    long[] bigger = new long[Math.multiplyExact(entries.length, 2)];
    shift--;
    for (int from = 0; from < entries.length; from += 2) {
      if (entries[from] != 0) {
        put(bigger, entries[from], entries[from + 1]);
      }
    }
    entries = bigger;
  }

  private void put(long[] table, long key, long child) {
    int at = (int) ((key * MULTIPLIER) >>> shift) << 1;
    while (table[at] != 0) {
      at = (at + 2) & (table.length - 1);
    }
    table[at] = key;
    table[at + 1] = child;
  }
}
