package org.kpathjvm.engine.counting;

import java.util.Arrays;

/**
 * Counted items and what follows them, as a conversion into n-grams reads them. Each item stands
 * for a string of path ids, whose last one is the item's label, and counts its occurrences: the
 * items whose strings end in g, added up, are the count of the n-gram g.
 */
public interface Sequences {
  /** All items, in any order: label (high half) and item (low half). */
  long[] items();

  /** How often the item's string was counted where it ends. */
  long count(int item);

  /**
   * Appends to a set the items that follow those in places {@code from} to {@code to} of it, each
   * once.
   */
  void addFollowers(ItemSet set, int from, int to);

  /** Sets of items one behind the other: label (high half) and item (low half). */
  final class ItemSet {
    private final int mostItems;
    private long[] items;
    private int end;

    /** All of {@code items} are in it; it never holds more than {@code mostItems}. */
    public ItemSet(long[] items, int mostItems) {
      this.items = items;
      this.mostItems = mostItems;
      end = items.length;
      checkLength(items.length);
    }

    /** Appends an item. */
    public void add(long labelAndItem) {
      if (end == items.length) {
        checkLength(end + 1L);
        long wanted = items.length + (items.length >> 1) + 64L;
        items = Arrays.copyOf(items, (int) Math.min(wanted, mostItems));
      }
      items[end++] = labelAndItem;
    }

    /** The label in a place. */
    public int label(int place) {
      return (int) (items[place] >>> 32);
    }

    /** The item in a place. */
    public int item(int place) {
      return (int) items[place];
    }

    /** Behind the last place. */
    public int end() {
      return end;
    }

    /** Drops what lies from {@code newEnd} on. */
    public void truncate(int newEnd) {
      end = newEnd;
    }

    /** Sorts what lies from {@code from} on by label, then by item. */
    public void sort(int from) {
      if (end - from > 1) {
        Arrays.sort(items, from, end);
      }
    }

    private void checkLength(long length) {
      if (length > mostItems) {
        throw new SetsFullException();
      }
    }
  }
}
