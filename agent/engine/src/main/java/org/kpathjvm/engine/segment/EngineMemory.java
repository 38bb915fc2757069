package org.kpathjvm.engine.segment;

import java.util.concurrent.atomic.AtomicLong;
import org.kpathjvm.engine.ipf.ConversionLimits;
import org.kpathjvm.engine.ipf.PathForest;
import org.kpathjvm.runtime.layout.Bounds;

/**
 * The engine's memory budget in bytes, and how it is divided.
 *
 * <p>Half of it is for the tables that the drains fill. The other half is for what is only held for
 * a while: a table's old array while it is copied into a larger one, scratch memory while a counter
 * is folded, and in the end the conversion into the k-IPF. A fourth of the tables' half is divided
 * evenly among the drains, so that each has some. The rest goes to whoever asks first.
 */
public final class EngineMemory {
  /** Stands for a budget without a bound. */
  public static final long UNBOUNDED = Long.MAX_VALUE;

  /** The least budget for each drain, in bytes. */
  public static final long SMALLEST_BYTES_PER_DRAIN = Bounds.LEAST_ENGINE_BYTES;

  /**
   * The bytes for each k-IPF node while the profile is written. 20 of them are in the buffers; the
   * writer in Python takes the rest (measured: 235).
   */
  static final int BYTES_PER_ROW = 256;

  /**
   * Tables are put into several parts only if the budget has at least this many bytes for each
   * drain.
   */
  private static final long LEAST_AMPLE_BYTES_PER_DRAIN = 16 * SMALLEST_BYTES_PER_DRAIN;

  private final long bytes;
  private final long drainShare;
  private final AtomicLong pool;

  /** How much of the pool must be left for {@link #isAmple}. */
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
   * Returns a budget for that many drains.
   *
   * @param bytes {@link #UNBOUNDED} lets forests grow until the heap is full
   * @throws IllegalArgumentException when the budget is too small to work with
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
   * Returns what a copy of the tables and its conversion may take while the drains go on: a quarter
   * of the budget.
   */
  public EngineMemory ofCopy() {
    return new EngineMemory(bytes == UNBOUNDED ? UNBOUNDED : bytes / 4, 1);
  }

  /** Returns the budget, or {@link #UNBOUNDED}. */
  public long bytes() {
    return bytes;
  }

  /** Returns the half that is for the tables. */
  public long tableBytes() {
    return bytes / 2;
  }

  /** Returns what each drain has for itself. */
  long drainShare() {
    return drainShare;
  }

  /**
   * Takes bytes out of the pool that the drains share. Returns false when it doesn't have that many
   * left.
   */
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

  /**
   * Returns whether so much of the pool is left that spreading one table's content over several
   * tables does no harm.
   */
  boolean isAmple() {
    return pool.get() >= ampleBytes;
  }

  /** Gives bytes back to the pool that the drains share. */
  void giveBack(long unwanted) {
    pool.addAndGet(unwanted);
  }

  /**
   * Returns how many longs the sets may have in a census of the k-IPF, beside a forest of {@code
   * forestBytes}.
   */
  public int censusSetLength(long forestBytes) {
    return setLength(bytes - forestBytes);
  }

  /** Returns what a conversion may hold beside the forest that it converts. */
  public ConversionLimits conversion(long forestBytes) {
    long rows = Math.min(bytes / BYTES_PER_ROW, ConversionLimits.NONE.rows());
    long left = bytes - forestBytes - PathForest.BYTES_PER_ROW * rows;
    return new ConversionLimits((int) rows, setLength(left));
  }

  /** The sets grow by half, and the old array exists until it has been copied. */
  private static int setLength(long left) {
    return (int) Math.max(Math.min(left / 8 * 3 / 5, ConversionLimits.NONE.setLength()), 0);
  }
}
