package org.kpathjvm.agent.ids;

import java.util.function.IntConsumer;
import org.kpathjvm.runtime.layout.StreamFormat;

/**
 * Hands ids out in the order in which classes come: to most methods of those that threads' tables
 * have a place for, to methods that would take much of these of those beyond.
 */
public final class IdRanges implements ClassIds {
  /** So many ids are little, however few are left. */
  private static final int FEW = 32;

  /** No method takes more of what is left than this part, unless it takes few. */
  private static final int PART = 64;

  private final int tableIds;
  private final IntConsumer provide;
  private int lastInTable;
  private int lastBeyond;

  /**
   * @param tableIds ids below this one have a place in the tables; 0: there are no tables
   * @param provide makes ids up to its argument usable, and is called before they are handed out
   */
  public IdRanges(int tableIds, IntConsumer provide) {
    this(tableIds, provide, 0, tableIds - 1);
  }

  private IdRanges(int tableIds, IntConsumer provide, int lastInTable, int lastBeyond) {
    this.tableIds = tableIds;
    this.provide = provide;
    this.lastInTable = lastInTable;
    this.lastBeyond = Math.max(lastBeyond, lastInTable);
  }

  /** The same for the next recording of the same program: what is left of the ids. */
  synchronized IdRanges next(int tableIds, IntConsumer provide) {
    if (tableIds == this.tableIds) {
      return new IdRanges(tableIds, provide, lastInTable, lastBeyond);
    }
    int last = last();
    return new IdRanges(tableIds, provide, last, Math.max(tableIds - 1, last));
  }

  /** The highest that was handed out; 0: none was. */
  synchronized int last() {
    return isBeyond() ? lastBeyond : lastInTable;
  }

  @Override
  public synchronized int allocate(int count) {
    int left = tableIds - 1 - lastInTable;
    if (count <= left && count <= Math.max(FEW, left / PART)) {
      lastInTable += count;
      provide.accept(last());
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
