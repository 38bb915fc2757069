package org.kpathjvm.engine.segment;

import java.util.concurrent.atomic.AtomicLong;
import org.kpathjvm.engine.ipf.ConversionLimits;
import org.kpathjvm.engine.ipf.PathForest;
import org.kpathjvm.runtime.layout.Bounds;

/**
 * The engine's memory in bytes, and how it is divided.
 *
 * <p>Half of the memory is for the tables that the drains fill. The other half is for temporary
 * data: arrays that are copied into larger ones, counters that are folded, and at the end the
 * conversion into the k-IPF. A quarter of the first half is divided evenly among the drains. The
 * rest of the first half is a pool, from which drains get memory on request.
 */
public final class EngineMemory {
  /** The size of an unbounded memory. */
  public static final long UNBOUNDED = Long.MAX_VALUE;

  /** The least memory for each drain, in bytes. */
  public static final long SMALLEST_BYTES_PER_DRAIN = Bounds.LEAST_ENGINE_BYTES;

  /**
   * The number of bytes for each k-IPF node while the profile is written. A {@link PathForest}
   * takes up to 20 of these bytes. The writer in Python takes the rest (measured: 235).
   */
  static final int BYTES_PER_ROW = 256;

  /**
   * The tables of a drain are divided among several threads only if there are at least this many
   * bytes for each drain.
   */
  private static final long LEAST_AMPLE_BYTES_PER_DRAIN = 16 * SMALLEST_BYTES_PER_DRAIN;

  private final long bytes;
  private final long drainShare;
  private final AtomicLong pool;

  /** The pool {@linkplain #isAmple is ample} if it has at least this many bytes left. */
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
   * Returns a memory of {@code bytes} bytes for {@code drains} drains.
   *
   * @param bytes the number of bytes; with {@link #UNBOUNDED}, tables grow until the heap is full
   * @throws IllegalArgumentException if {@code bytes} is too small
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
   * Returns a quarter of the memory, for copying the tables and converting the copy while the
   * drains go on.
   */
  public EngineMemory ofCopy() {
    return new EngineMemory(bytes == UNBOUNDED ? UNBOUNDED : bytes / 4, 1);
  }

  /** Returns the number of bytes, or {@link #UNBOUNDED}. */
  public long bytes() {
    return bytes;
  }

  /** Returns the number of bytes for the tables, which is half of all bytes. */
  public long tableBytes() {
    return bytes / 2;
  }

  /** Returns the number of bytes that are reserved for each drain. */
  long drainShare() {
    return drainShare;
  }

  /** Takes bytes out of the pool. Returns false if the pool doesn't have enough. */
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
   * Returns whether the pool has enough memory left to divide tables among threads. Divided tables
   * take more memory.
   */
  boolean isAmple() {
    return pool.get() >= ampleBytes;
  }

  void giveBack(long unwanted) {
    pool.addAndGet(unwanted);
  }

  /**
   * Returns how many bytes are left for a {@code PathForestCensus} if a k-slab forest takes {@code
   * forestBytes} bytes.
   */
  public long censusBytes(long forestBytes) {
    return bytes - forestBytes;
  }

  /**
   * Returns the limits on the memory of a conversion into the k-IPF. The counts that are converted
   * take {@code forestBytes} bytes, which the conversion can't use.
   */
  public ConversionLimits conversion(long forestBytes) {
    long rows = Math.min(bytes / BYTES_PER_ROW, ConversionLimits.NONE.rows());
    long left = bytes - forestBytes - PathForest.BYTES_PER_ROW * rows;
    return new ConversionLimits((int) rows, left);
  }
}
