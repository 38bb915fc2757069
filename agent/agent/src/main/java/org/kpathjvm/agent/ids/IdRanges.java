package org.kpathjvm.agent.ids;

import java.util.function.IntConsumer;
import org.kpathjvm.runtime.layout.StreamFormat;

/**
 * Hands out ids in the order in which classes are instrumented. Each thread has a table with a
 * counter for each of the lower ids. Most methods get ids in the tables. A method that would take
 * up too much of the tables gets higher ids, beyond the tables.
 */
public final class IdRanges implements ClassIds {
  /**
   * A method with at most this many ids gets ids in the tables as long as the tables have enough
   * ids left.
   */
  private static final int FEW = 32;

  /**
   * A method with more ids than {@link #FEW} gets ids in the tables only if it needs at most 1 /
   * PART of the ids that are left in the tables.
   */
  private static final int PART = 64;

  /** The first of the ids that can be reserved for counters that belong to no method. */
  public static final int FIRST_RESERVED = 1;

  private final int mostIds;
  private final int tableIds;
  private final IntConsumer provide;
  private int lastInTable;
  private int lastBeyond;

  /**
   * Creates an object that hands out ids, beginning with 1.
   *
   * @param tableIds ids below this number have counters in the tables; 0 if there are no tables
   * @param provide makes ids up to its argument usable; it is called before these ids are handed
   *     out
   */
  public IdRanges(int tableIds, IntConsumer provide) {
    this(StreamFormat.MAX_ID, tableIds, provide, 0, tableIds - 1);
  }

  /** Returns an object that hands out no id above {@code mostIds}. */
  static IdRanges limited(int mostIds, int tableIds, IntConsumer provide) {
    return new IdRanges(mostIds, tableIds, provide, 0, tableIds - 1);
  }

  /**
   * Returns an object that doesn't hand out the first {@code reserved} ids, which begin with {@link
   * #FIRST_RESERVED}. The reserved ids are made usable immediately.
   */
  public static IdRanges after(int reserved, int tableIds, IntConsumer provide) {
    if (reserved > 0) {
      provide.accept(reserved);
    }
    return new IdRanges(StreamFormat.MAX_ID, tableIds, provide, reserved, tableIds - 1);
  }

  private IdRanges(
      int mostIds, int tableIds, IntConsumer provide, int lastInTable, int lastBeyond) {
    this.mostIds = mostIds;
    this.tableIds = tableIds;
    this.provide = provide;
    this.lastInTable = lastInTable;
    this.lastBeyond = Math.max(lastBeyond, lastInTable);
  }

  /**
   * Returns an object that hands out the ids that this object has left, for the next recording of
   * the same program.
   */
  synchronized IdRanges next(int tableIds, IntConsumer provide) {
    if (tableIds == this.tableIds) {
      return new IdRanges(mostIds, tableIds, provide, lastInTable, lastBeyond);
    }
    int last = last();
    return new IdRanges(mostIds, tableIds, provide, last, Math.max(tableIds - 1, last));
  }

  /** Returns the highest id that has been handed out or reserved; 0 if there is none. */
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
    if (count > mostIds - lastBeyond) {
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
