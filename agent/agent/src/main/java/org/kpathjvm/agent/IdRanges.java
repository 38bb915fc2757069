package org.kpathjvm.agent;

import java.util.function.IntConsumer;
import org.kpathjvm.core.instrument.ladder.IdAllocator;
import org.kpathjvm.runtime.layout.StreamFormat;

/**
 * Hands ids out in the order in which classes come: to most methods of those that threads' tables
 * have a place for, to methods that would take much of these of those beyond.
 */
final class IdRanges implements IdAllocator {
  /** So many ids are little, however few are left. */
  private static final int FEW = 32;

  /** No method takes more of what is left than this part, unless it takes few. */
  private static final int PART = 64;

  private final int tableIds;
  private final IntConsumer provide;
  private int lastInTable;
  private int lastBeyond;

  /**
   * @param first the lowest to be handed out, 1 or more
   * @param tableIds ids below this one have a place in the tables; 0: there are no tables
   * @param provide makes ids up to its argument usable, and is called before they are handed out
   */
  IdRanges(int first, int tableIds, IntConsumer provide) {
    this.tableIds = tableIds;
    this.provide = provide;
    lastInTable = first - 1;
    lastBeyond = Math.max(tableIds - 1, lastInTable);
  }

  @Override
  public synchronized int allocate(int count) {
    int left = tableIds - 1 - lastInTable;
    if (count <= left && count <= Math.max(FEW, left / PART)) {
      lastInTable += count;
      provide.accept(isBeyond() ? lastBeyond : lastInTable);
      return lastInTable - count + 1;
    }
    if (count > StreamFormat.MAX_ID - lastBeyond) {
      return -1;
    }
    lastBeyond += count;
    provide.accept(lastBeyond);
    return lastBeyond - count + 1;
  }

  private boolean isBeyond() {
    return lastBeyond >= tableIds;
  }
}
