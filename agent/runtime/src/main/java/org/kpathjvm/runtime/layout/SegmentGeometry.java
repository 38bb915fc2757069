package org.kpathjvm.runtime.layout;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;

/**
 * Where the regions of a segment are, by what it has how many of: each begins at the first page
 * behind the one before. The build exports the table of regions, from which Python computes the
 * same.
 */
public final class SegmentGeometry {
  /** What a region has an entry for each of; but for ONE by the name of the header's field. */
  enum Counted {
    ONE,
    SLOT_COUNT,
    BLOCK_COUNT,
    THREAD_ROWS
  }

  /** The regions in their order. */
  public enum Region {
    HEADER(Counted.ONE, HEADER_BYTES),
    SLOTS(Counted.SLOT_COUNT, SLOT_BYTES),
    DESCRIPTORS(Counted.BLOCK_COUNT, DESCRIPTOR_BYTES),
    THREADS(Counted.THREAD_ROWS, THREAD_ROW_BYTES),
    BLOCKS(Counted.BLOCK_COUNT, BLOCK_BYTES);

    final Counted counted;
    final int entryBytes;

    Region(Counted counted, int entryBytes) {
      this.counted = counted;
      this.entryBytes = entryBytes;
    }
  }

  /** Of a table: 131,072 counters, 1 MiB. */
  private static final int MOST_TABLE_BLOCKS = 16;

  private static final Region[] REGIONS = Region.values();

  public final int slotCount;
  public final int blockCount;
  public final int threadRows;

  /** Of the whole segment. */
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

  /** The one with the most blocks that takes no more than so many bytes. */
  public static SegmentGeometry fitting(long bytes, int threadRows) {
    long forBlocks = bytes - new SegmentGeometry(SLOT_COUNT, 0, threadRows).totalBytes;
    int blocks = (int) (forBlocks / (DESCRIPTOR_BYTES + BLOCK_BYTES));
    SegmentGeometry fitting = new SegmentGeometry(SLOT_COUNT, blocks, threadRows);
    // The descriptors' last page.
    return fitting.totalBytes <= bytes
        ? fitting
        : new SegmentGeometry(SLOT_COUNT, blocks - 1, threadRows);
  }

  /**
   * Blocks of each table of counters: a sixty-fourth of all, which is 16 at the default size. Small
   * segments have no tables.
   */
  public int tableBlocks() {
    return Math.min(blockCount >> 6, MOST_TABLE_BLOCKS);
  }

  /** The offset of a region's first entry in the file. */
  public long offset(Region region) {
    return offsets[region.ordinal()];
  }
}
