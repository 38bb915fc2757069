package org.kpathjvm.engine.counting;

import java.util.Arrays;

/**
 * Counted items and what follows them, for the conversion into n-grams. Each item stands for a
 * string of path ids, and counts occurrences of that string. The string's last id is the item's
 * label. The count of an n-gram g is the sum over the items whose strings end in g.
 */
public interface Sequences {
  /** Returns all items, in any order: label (high half) and item (low half). */
  long[] items();

  /** Returns how often the item's string was counted at this item. */
  long count(int item);

  /**
   * Appends to a set all items that follow the items in its places {@code from} (inclusive) to
   * {@code to} (exclusive), each once.
   */
  void addFollowers(ItemSet set, int from, int to);

  /** Sets of items, one after the other: label (high half) and item (low half). */
  final class ItemSet {
    private final int mostItems;
    private long[] items;
    private int end;

    /** Creates a set with all of {@code items}. It never holds more than {@code mostItems}. */
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

    /** Returns the label in a place. */
    public int label(int place) {
      return (int) (items[place] >>> 32);
    }

    /** Returns the item in a place. */
    public int item(int place) {
      return (int) items[place];
    }

    /** Returns the place after the last one. */
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
