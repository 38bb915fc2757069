package org.kpathjvm.runtime.inline;

import org.kpathjvm.runtime.tables.IdTable;

/**
 * A table of path ids and their counts, in the program's heap. A full table takes no further ids if
 * there is no memory for a larger table.
 */
public final class PathTable extends IdTable implements IdCounts {
  @Override
  protected long[] larger(int length) {
    return TableMemory.twice(length);
  }

  /** Adds to the id's count. Returns false if there is no memory for the id. */
  public boolean add(int id, long count) {
    int place = place(id);
    if (place == NO_PLACE) {
      return false;
    }
    entries()[place] += count;
    return true;
  }

  @Override
  public Tables fresh() {
    return new PathTable();
  }

  @Override
  public boolean addTo(PathTable sum) {
    long[] entries = entries();
    for (int at = 0; at < entries.length; at += 2) {
      if (entries[at + 1] != 0 && !sum.add((int) entries[at], entries[at + 1])) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void addTo(Totals totals) {
    long[] entries = entries();
    long completions = 0;
    for (int at = 1; at < entries.length; at += 2) {
      completions += entries[at];
    }
    totals.add(Totals.ITEMS, completions);
    totals.add("hash_operations", completions);
    totals.add("blpp_entries", size());
    totals.add(Totals.BYTES, 8L * entries.length);
  }
}
