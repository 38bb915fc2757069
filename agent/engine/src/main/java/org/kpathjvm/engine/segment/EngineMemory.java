package org.kpathjvm.engine.segment;

import java.util.concurrent.atomic.AtomicLong;
import org.kpathjvm.engine.ipf.ConversionLimits;
import org.kpathjvm.engine.ipf.PathForest;
import org.kpathjvm.runtime.layout.Bounds;

/**
 * The engine's budget of bytes, and who has how much of it.
 *
 * <p>Half of it is for the tables that the drains fill. The other half is for what is only held for
 * a while: a table's old array while it is copied into a larger one, scratch memory while a forest
 * is folded, and in the end the conversion into the k-IPF. Of the tables' half a fourth is divided
 * evenly among the drains, so that none is left without; the rest goes to who asks first.
 */
public final class EngineMemory {
  /** As a budget: none. */
  public static final long UNBOUNDED = Long.MAX_VALUE;

  /** Bytes that a budget has at least, for each drain. */
  public static final long SMALLEST_BYTES_PER_DRAIN = Bounds.LEAST_ENGINE_BYTES;

  /**
   * Bytes for each k-IPF node while the profile is written: 20 in the buffers, the rest is what the
   * writer in Python takes (measured: 235).
   */
  static final int BYTES_PER_ROW = 256;

  /** A budget has at least that for each drain, or its tables are not put into several parts. */
  private static final long LEAST_AMPLE_BYTES_PER_DRAIN = 16 * SMALLEST_BYTES_PER_DRAIN;

  private final long bytes;
  private final long drainShare;
  private final AtomicLong pool;

  /** Of the pool. */
  private final long ampleBytes;

  private EngineMemory(long bytes, int drains) {
    this.bytes = bytes;
    long tables = bytes / 2;
    drainShare = tables / 4 / drains;
    long inCommon = tables - drainShare * drains;
    pool = new AtomicLong(inCommon);
    ampleBytes = bytes / drains < LEAST_AMPLE_BYTES_PER_DRAIN ? UNBOUNDED : inCommon / 2;
  }

  /**
   * A budget for so many drains.
   *
   * @param bytes {@link #UNBOUNDED}: forests grow until the heap is full
   * @throws IllegalArgumentException when it is too small to work with; one line that says so
   */
  public static EngineMemory of(long bytes, int drains) {
    long smallest = SMALLEST_BYTES_PER_DRAIN * drains;
    if (bytes < smallest) {
      throw new IllegalArgumentException(
          "an engine memory of "
              + bytes
              + " bytes is too small: with "
              + drains
              + (drains == 1 ? " worker" : " workers")
              + " it must be at least "
              + smallest);
    }
    return new EngineMemory(bytes, drains);
  }

  /**
   * What a copy of the tables and its conversion may take while the drains go on: a quarter of the
   * budget.
   */
  public EngineMemory ofCopy() {
    return new EngineMemory(bytes == UNBOUNDED ? UNBOUNDED : bytes / 4, 1);
  }

  /** The budget, or {@link #UNBOUNDED}. */
  public long bytes() {
    return bytes;
  }

  /** The tables' half. */
  public long tableBytes() {
    return bytes / 2;
  }

  /** What each drain has for itself. */
  long drainShare() {
    return drainShare;
  }

  /** Takes bytes out of what the drains have in common; false when there isn't so much left. */
  boolean take(long wanted) {
    long left = pool.get();
    while (left >= wanted) {
      if (pool.compareAndSet(left, left - wanted)) {
        return true;
      }
      left = pool.get();
    }
    return false;
  }

  /** Whether what is in several tables, where one would do, does no harm. */
  boolean isAmple() {
    return pool.get() >= ampleBytes;
  }

  /** Gives them back. */
  void giveBack(long unwanted) {
    pool.addAndGet(unwanted);
  }

  /** Longs of the sets that a census of a forest's k-IPF may hold beside the forest. */
  public int censusSetLength(long forestBytes) {
    return setLength(bytes - forestBytes);
  }

  /** What a conversion of a forest may hold beside it. */
  public ConversionLimits conversion(long forestBytes) {
    long rows = Math.min(bytes / BYTES_PER_ROW, ConversionLimits.NONE.rows());
    long left = bytes - forestBytes - PathForest.BYTES_PER_ROW * rows;
    return new ConversionLimits((int) rows, setLength(left));
  }

  /** The sets grow by half, and the old ones are there until they are copied. */
  private static int setLength(long left) {
    return (int) Math.max(Math.min(left / 8 * 3 / 5, ConversionLimits.NONE.setLength()), 0);
  }
}
