package org.kpathjvm.engine.counting;

import java.util.Arrays;

/**
 * What a counter has counted, as items, for the conversion into n-grams. Each item stands for a
 * string of path ids, and has the count of some or all occurrences of this string. The string's
 * last id is the item's label. The count of an n-gram g is the sum of the counts of all items whose
 * strings end with g. The followers of an item are the items whose strings continue the item's
 * string by one id. A follower's string is the item's string, perhaps without the oldest ids, and
 * then the follower's label.
 */
public interface Sequences {
  /** Returns the number of items. */
  int size();

  /**
   * Returns all items, in any order. The high half of an element is the item's label, and the low
   * half is the item.
   */
  long[] items();

  /**
   * Returns the item's count. Other items may stand for the same string and have further counts.
   */
  long count(int item);

  /**
   * Appends to {@code set} the followers of the items that are at the places from {@code from}
   * (inclusive) to {@code to} (exclusive) of {@code set}. A follower of several of these items is
   * appended only once.
   */
  void addFollowers(ItemSet set, int from, int to);

  /**
   * Returns whether {@link #predecessors} can be called. If so, the items are numbered from 0 on,
   * and the following is true of each item: the strings of all items that the item follows end with
   * the same k-1 ids, or are the same string of fewer ids.
   */
  default boolean hasPredecessors() {
    return false;
  }

  /**
   * Returns, for each item, one of the items that it follows; a negative number for an item that
   * follows no other.
   *
   * @throws UnsupportedOperationException if {@link #hasPredecessors} returns false
   */
  default int[] predecessors() {
    throw new UnsupportedOperationException();
  }

  /**
   * Several sets of items in one array, one after the other. Each element is a label (high half)
   * and an item (low half).
   */
  final class ItemSet {
    private final int mostItems;
    private long[] items;
    private int end;

    /**
     * Creates an array with one set, {@code items}. The array never holds more than {@code
     * mostItems} items.
     */
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

    /** Returns the label at a place. */
    public int label(int place) {
      return (int) (items[place] >>> 32);
    }

    /** Returns the item at a place. */
    public int item(int place) {
      return (int) items[place];
    }

    /** Returns the place after the last item. */
    public int end() {
      return end;
    }

    /** Drops all items from place {@code newEnd} to the end. */
    public void truncate(int newEnd) {
      end = newEnd;
    }

    /** Sorts all items from place {@code from} to the end, by label and then by item. */
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
