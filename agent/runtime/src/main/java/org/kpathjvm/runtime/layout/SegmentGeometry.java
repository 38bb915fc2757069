package org.kpathjvm.runtime.layout;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;

/**
 * The offsets of a segment's regions, computed from the numbers of slots, blocks and rows. Each
 * region begins at a page boundary. The Python code computes the same offsets from the table of
 * regions, which the build exports.
 */
public final class SegmentGeometry {
  /**
   * The number of entries of a region: one, or the value of a field of the header. For instance,
   * {@code SLOT_COUNT} stands for the value of the field {@code HEADER_SLOT_COUNT}.
   */
  enum Counted {
    ONE,
    SLOT_COUNT,
    BLOCK_COUNT,
    THREAD_ROWS
  }

  /** The regions, in the order in which a segment has them. */
  public enum Region {
    HEADER(Counted.ONE, HEADER_BYTES),
    SLOTS(Counted.SLOT_COUNT, SLOT_BYTES),
    DESCRIPTORS(Counted.BLOCK_COUNT, DESCRIPTOR_BYTES),
    THREADS(Counted.THREAD_ROWS, THREAD_ROW_BYTES),
    WHOLES(Counted.ONE, WHOLE_WORDS * WHOLE_BYTES),
    BLOCKS(Counted.BLOCK_COUNT, BLOCK_BYTES);

    final Counted counted;
    final int entryBytes;

    Region(Counted counted, int entryBytes) {
      this.counted = counted;
      this.entryBytes = entryBytes;
    }
  }

  /** A table of counters has at most this many blocks: 131,072 counters, or 1 MiB. */
  private static final int MOST_TABLE_BLOCKS = 16;

  private static final Region[] REGIONS = Region.values();

  public final int slotCount;
  public final int blockCount;
  public final int threadRows;

  /** The size of the whole segment in bytes. */
  public final long totalBytes;

  private final long[] offsets = new long[REGIONS.length];

  public SegmentGeometry(int slotCount, int blockCount, int threadRows) {
    this.slotCount = slotCount;
    this.blockCount = blockCount;
    this.threadRows = threadRows;
    long[] counts = {1, slotCount, blockCount, threadRows};
    long end = 0;
    for (Region region : REGIONS) {
      offsets[region.ordinal()] = end;
      end += counts[region.counted.ordinal()] * region.entryBytes;
      end = (end + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
    }
    totalBytes = end;
  }

  /** Returns the geometry of the largest segment that takes at most {@code bytes} bytes. */
  public static SegmentGeometry fitting(long bytes, int threadRows) {
    long forBlocks = bytes - new SegmentGeometry(SLOT_COUNT, 0, threadRows).totalBytes;
    int blocks = (int) (forBlocks / (DESCRIPTOR_BYTES + BLOCK_BYTES));
    SegmentGeometry fitting = new SegmentGeometry(SLOT_COUNT, blocks, threadRows);
    // Rounding the descriptors up to a whole page may make the segment too large.
    return fitting.totalBytes <= bytes
        ? fitting
        : new SegmentGeometry(SLOT_COUNT, blocks - 1, threadRows);
  }

  /**
   * Returns the number of blocks of each table of counters: a sixty-fourth of all blocks, but at
   * most 16. With fewer than 64 blocks, there are no tables.
   */
  public int tableBlocks() {
    return Math.min(blockCount >> 6, MOST_TABLE_BLOCKS);
  }

  /** Returns a region's offset in the file. */
  public long offset(Region region) {
    return offsets[region.ordinal()];
  }
}
