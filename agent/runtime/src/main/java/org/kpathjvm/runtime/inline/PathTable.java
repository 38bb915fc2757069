package org.kpathjvm.runtime.inline;

import org.kpathjvm.runtime.tables.IdTable;

/** A table in the program's heap, which may not have the memory for a larger one. */
final class PathTable extends IdTable {
  @Override
  protected long[] larger(int length) {
    if (length <= Integer.MAX_VALUE / 2 && TableMemory.take(8L * length)) {
      try {
        return new long[2 * length];
      } catch (OutOfMemoryError heapFull) {
        // As if it were denied.
      }
    }
    Threads.giveUp();
    return null;
  }

  /** Adds to the id's value; false when there is no memory for it. */
  boolean add(int id, long count) {
    int place = place(id);
    if (place == NO_PLACE) {
      return false;
    }
    entries()[place] += count;
    return true;
  }
}
