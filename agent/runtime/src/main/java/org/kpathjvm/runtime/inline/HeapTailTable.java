package org.kpathjvm.runtime.inline;

import org.kpathjvm.runtime.words.TailTable;

/** A table in the program's heap, which may not have the memory for a larger one. */
final class HeapTailTable extends TailTable {
  @Override
  protected long[] larger(int length) {
    return TableMemory.twice(length);
  }
}
