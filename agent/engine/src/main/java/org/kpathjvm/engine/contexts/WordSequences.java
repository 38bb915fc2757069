package org.kpathjvm.engine.contexts;

import java.util.Arrays;
import java.util.List;
import org.kpathjvm.engine.counting.Sequences;

/**
 * The counts of the words in some {@link ContextWords} tables, which must not change any more. An
 * item is a path in the word of an entry. The item's string begins with the entry's history and
 * ends with the path. An item's follower is the next path of the word. If the item is the word's
 * last path, its followers are the first paths of all words whose history is the history after this
 * word. Items may have equal strings.
 */
final class WordSequences implements Sequences {
  /** The largest number of paths that all words together may have. */
  static final int MOST_PATHS = Integer.MAX_VALUE - 64;

  private static final int NONE = -1;

  /** For each item, the id of its path; negated if the path is the last of its word. */
  private final int[] labels;

  /** For each item, the number of its entry. */
  private final int[] owners;

  /** For each entry, its count. */
  private final long[] counts;

  /** For each entry, the number of the history after its word; NONE if no entry has it. */
  private final int[] leaves;

  /**
   * For each history, the place in {@link #firstItems} where the first items of the words after
   * this history begin.
   */
  private final int[] starts;

  private final int[] firstItems;

  /**
   * For each history, the number of the last set to which the first items of the words after this
   * history were added.
   */
  private final int[] addedTo;

  private int set;

  WordSequences(List<ContextWords> tables, int k) {
    int entries = 0;
    int items = 0;
    for (ContextWords table : tables) {
      for (int entry = table.first(); entry < table.end(); entry = table.next(entry)) {
        int paths = table.pathCount(entry);
        entries += paths > 0 ? 1 : 0;
        items += paths;
      }
    }
    labels = new int[items];
    owners = new int[items];
    counts = new long[entries];
    leaves = new int[entries];
    firstItems = new int[entries];
    Histories histories = new Histories(tables, k, entries);
    int[] begun = begun(tables, histories);
    addedTo = new int[histories.size()];
    starts = new int[histories.size() + 1];
    for (int history : begun) {
      starts[history + 1]++;
    }
    for (int history = 0; history < histories.size(); history++) {
      starts[history + 1] += starts[history];
    }
    fill(tables, histories, begun);
  }

  /** Returns, for each entry, the number of its history. */
  private int[] begun(List<ContextWords> tables, Histories histories) {
    int[] begun = new int[counts.length];
    int number = 0;
    for (int place = 0; place < tables.size(); place++) {
      ContextWords table = tables.get(place);
      for (int entry = table.first(); entry < table.end(); entry = table.next(entry)) {
        if (table.pathCount(entry) > 0) {
          begun[number++] = histories.add(place, entry);
        }
      }
    }
    return begun;
  }

  private void fill(List<ContextWords> tables, Histories histories, int[] begun) {
    int[] ids = new int[Long.SIZE];
    int[] filled = addedTo.clone();
    int number = 0;
    int item = 0;
    for (ContextWords table : tables) {
      for (int entry = table.first(); entry < table.end(); entry = table.next(entry)) {
        int paths = table.wordIds(entry, ids);
        if (paths == 0) {
          continue;
        }
        firstItems[starts[begun[number]] + filled[begun[number]]++] = item;
        for (int at = 0; at < paths; at++) {
          labels[item] = at + 1 < paths ? ids[at] : -ids[at];
          owners[item++] = number;
        }
        counts[number] = table.count(entry);
        leaves[number] = histories.behind(table, entry);
        number++;
      }
    }
  }

  /** Returns how many bytes {@code entries} words with {@code items} paths in total take. */
  static long bytes(long entries, long items) {
    return 40 * entries + 8 * items;
  }

  @Override
  public int size() {
    return labels.length;
  }

  @Override
  public long[] items() {
    long[] items = new long[labels.length];
    for (int at = 0; at < items.length; at++) {
      items[at] = item(at);
    }
    return items;
  }

  @Override
  public long count(int item) {
    return counts[owners[item]];
  }

  @Override
  public void addFollowers(ItemSet items, int from, int to) {
    set++;
    for (int at = from; at < to; at++) {
      int item = items.item(at);
      if (labels[item] > 0) {
        items.add(item(item + 1));
        continue;
      }
      int history = leaves[owners[item]];
      if (history == NONE || addedTo[history] == set) {
        continue;
      }
      addedTo[history] = set;
      for (int place = starts[history]; place < starts[history + 1]; place++) {
        items.add(item(firstItems[place]));
      }
    }
  }

  @Override
  public boolean hasPredecessors() {
    return true;
  }

  @Override
  public int[] predecessors() {
    int[] last = new int[addedTo.length];
    Arrays.fill(last, NONE);
    for (int item = 0; item < labels.length; item++) {
      int after = leaves[owners[item]];
      if (labels[item] < 0 && after != NONE) {
        last[after] = item;
      }
    }
    int[] predecessors = new int[labels.length];
    for (int item = 1; item < labels.length; item++) {
      predecessors[item] = item - 1;
    }
    // A word's first path follows the last path of any word that leads to the first word's history.
    for (int history = 0; history < last.length; history++) {
      for (int place = starts[history]; place < starts[history + 1]; place++) {
        predecessors[firstItems[place]] = last[history];
      }
    }
    return predecessors;
  }

  private long item(int at) {
    return (long) Math.abs(labels[at]) << 32 | at;
  }

  /**
   * Numbers histories, beginning with 0. Histories with equal ids have the same number, even if
   * they are from different tables.
   */
  private static final class Histories {
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    private final List<ContextWords> tables;

    /**
     * A hash table. The high half of a place that is in use is the high half of a history's hash,
     * and the low half is the history's number + 1. An empty place is 0.
     */
    private final long[] index;

    /**
     * For each history, the index of a table that has an entry with this history. The entry itself
     * is in {@code entries}.
     */
    private final int[] places;

    private final int[] entries;
    private int size;
    private final int[] ids;
    private final int[] others;
    private final long[] tail;

    Histories(List<ContextWords> tables, int k, int most) {
      this.tables = tables;
      index = new long[Integer.highestOneBit(Math.max(most, 1)) * 4];
      places = new int[most];
      entries = new int[most];
      ids = new int[k];
      others = new int[k];
      tail = new long[HistoryFormat.longest(k)];
    }

    int size() {
      return size;
    }

    /**
     * Returns the number of an entry's history. A history that has no number yet gets the next one.
     */
    int add(int place, int entry) {
      int count = tables.get(place).historyIds(entry, ids);
      long hash = hash(count);
      int at = slot(hash, count);
      if (index[at] == 0) {
        places[size] = place;
        entries[size] = entry;
        size++;
        index[at] = hash >>> 32 << 32 | size;
      }
      return (int) index[at] - 1;
    }

    /** Returns the number of the history after an entry's word; NONE if no entry has it. */
    int behind(ContextWords table, int entry) {
      table.tail(entry, tail);
      int count = table.format.ids(tail, 0, ids);
      return (int) index[slot(hash(count), count)] - 1;
    }

    private long hash(int count) {
      long hash = count;
      for (int at = ids.length - count; at < ids.length; at++) {
        hash = (hash ^ hash >>> 29 ^ ids[at]) * MULTIPLIER;
      }
      return (hash ^ hash >>> 32) * MULTIPLIER;
    }

    private int slot(long hash, int count) {
      int at = (int) (hash >>> 32) & index.length - 1;
      while (index[at] != 0) {
        if (index[at] >>> 32 == hash >>> 32 && hasIds((int) index[at] - 1, count)) {
          return at;
        }
        at = at + 1 & index.length - 1;
      }
      return at;
    }

    private boolean hasIds(int history, int count) {
      if (tables.get(places[history]).historyIds(entries[history], others) != count) {
        return false;
      }
      for (int at = ids.length - count; at < ids.length; at++) {
        if (ids[at] != others[at]) {
          return false;
        }
      }
      return true;
    }
  }
}
