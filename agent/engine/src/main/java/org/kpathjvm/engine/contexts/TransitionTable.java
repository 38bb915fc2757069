package org.kpathjvm.engine.contexts;

import java.util.HashMap;
import java.util.Map;

/**
 * A hash table from (context, id) to a count and the context that the id leads to. A context's node
 * itself stores one of the transitions that start there, the hot transition ({@link
 * ContextNodes#HOT}). This table has all other transitions, and uses linear probing. An entry
 * consists of two adjacent longs:
 *
 * <pre>
 * entry      the node (high half), the label (low half)
 * entry + 1  the node that the transition leads to, 0 for none (high half), the count's low half
 *            (low half)
 * </pre>
 *
 * <p>A label is a path id or a negated path id. A negated id denotes the counts that were folded
 * into (context, id). Few counts need a high half, so the high halves are in a separate map.
 */
final class TransitionTable {
  static final int NONE = -1;

  private static final int SMALLEST_CAPACITY = 20;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final long LOW = 0xFFFFFFFFL;

  private long[] entries = new long[2 * SMALLEST_CAPACITY];
  private int capacity = SMALLEST_CAPACITY;
  private int size;
  private final Map<Long, Long> highCounts = new HashMap<>();

  int find(int node, int label) {
    int at = place(key(node, label));
    return entries[at] == 0 ? NONE : at;
  }

  /** Adds to the count of an entry. Returns the node that the transition leads to. */
  int add(int entry, long count) {
    long value = entries[entry + 1];
    long low = (value & LOW) + (count & LOW);
    long high = (count >>> 32) + (low >>> 32);
    if (high != 0) {
      highCounts.merge(entries[entry], high, Long::sum);
    }
    entries[entry + 1] = value & ~LOW | low & LOW;
    return (int) (value >>> 32);
  }

  /** Adds a transition that isn't in the table. There must be {@linkplain #hasRoom room}. */
  void put(int node, int label, int next, long count) {
    int at = place(key(node, label));
    entries[at] = key(node, label);
    entries[at + 1] = (long) next << 32;
    size++;
    add(at, count);
  }

  /** Removes an entry. Entries after it may move. */
  void remove(int entry) {
    highCounts.remove(entries[entry]);
    size--;
    int hole = entry;
    int at = next(hole);
    while (entries[at] != 0) {
      // An entry may move into the hole if the search for it, which begins at its home, passes the
      // hole.
      if (distance(home(entries[at]), at) >= distance(hole, at)) {
        entries[hole] = entries[at];
        entries[hole + 1] = entries[at + 1];
        hole = at;
      }
      at = next(at);
    }
    entries[hole] = 0;
  }

  long count(int entry) {
    long low = entries[entry + 1] & LOW;
    return highCounts.isEmpty() ? low : low + (highCounts.getOrDefault(entries[entry], 0L) << 32);
  }

  int node(int entry) {
    return (int) (entries[entry] >>> 32);
  }

  int label(int entry) {
    return (int) entries[entry];
  }

  int target(int entry) {
    return (int) (entries[entry + 1] >>> 32);
  }

  /** Returns whether there is an entry at a place. Entries are at even places, beginning with 0. */
  boolean isUsed(int place) {
    return entries[place] != 0;
  }

  /** Returns the index after the last place. */
  int end() {
    return entries.length;
  }

  int size() {
    return size;
  }

  boolean hasRoom(int more) {
    return Sizes.places(size + (long) more) <= capacity;
  }

  long bytes() {
    return 8L * entries.length + 96L * highCounts.size();
  }

  long bytesToGrow(int more, boolean snug) {
    return 8L * (grown(more, snug) - entries.length);
  }

  /**
   * Makes room for {@code more} entries.
   *
   * @param snug whether to leave only a little room for further entries
   */
  void grow(int more, boolean snug) {
    resize(grown(more, snug));
  }

  private int grown(int more, boolean snug) {
    return Sizes.grown(entries.length, 2 * Sizes.places(size + (long) more), 2, snug);
  }

  /** Gives back unused memory, except for room to grow by a fourth. */
  void trim() {
    int wanted = Math.max(SMALLEST_CAPACITY, (int) Sizes.places(size / 4 * 5 + 1));
    if (wanted < capacity) {
      resize(2 * wanted);
    }
  }

  private void resize(int length) {
    if (length == entries.length) {
      return;
    }
    long[] old = entries;
    entries = new long[length];
    capacity = length / 2;
    for (int from = 0; from < old.length; from += 2) {
      if (old[from] != 0) {
        int to = place(old[from]);
        entries[to] = old[from];
        entries[to + 1] = old[from + 1];
      }
    }
  }

  /** Returns the place of a key; if the table doesn't have the key, the empty place for it. */
  private int place(long key) {
    int at = home(key);
    while (entries[at] != key && entries[at] != 0) {
      at = next(at);
    }
    return at;
  }

  private int home(long key) {
    long hash = key * MULTIPLIER;
    return 2 * (int) ((hash >>> 32) * capacity >>> 32);
  }

  private int next(int at) {
    return at + 2 == entries.length ? 0 : at + 2;
  }

  private int distance(int from, int to) {
    return to >= from ? to - from : to - from + entries.length;
  }

  private static long key(int node, int label) {
    return (long) node << 32 | label & LOW;
  }
}
