package org.kpathjvm.runtime.layout;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import java.nio.ByteBuffer;

/**
 * Reads and writes the fields of the header that describe the segment itself. The header is at the
 * beginning of a buffer that has the machine's byte order and at least {@link
 * SegmentLayout#HEADER_BYTES} bytes.
 */
public final class SegmentHeader {
  private SegmentHeader() {}

  /**
   * Returns what is wrong with a header; null if the header belongs to a complete segment of the
   * layout's current version.
   *
   * @param bytes the size of the file
   */
  public static String fault(ByteBuffer header, long bytes) {
    long magic = header.getLong(HEADER_MAGIC_OFFSET);
    if (magic != MAGIC) {
      return "not a segment: it begins with 0x" + Long.toHexString(magic);
    }
    int version = header.getInt(HEADER_VERSION_OFFSET);
    if (version != VERSION) {
      return "layout version " + version + ", but this kpath-jvm reads " + VERSION;
    }
    SegmentGeometry geometry = geometry(header);
    long total = header.getLong(HEADER_TOTAL_BYTES_OFFSET);
    boolean sound =
        Integer.bitCount(geometry.slotCount) == 1
            && geometry.slotCount > 0
            && geometry.blockCount > 0
            && geometry.threadRows >= 0
            && geometry.totalBytes == total
            && total == bytes;
    return sound
        ? null
        : "damaged header: "
            + geometry.slotCount
            + " slots, "
            + geometry.blockCount
            + " blocks and "
            + geometry.threadRows
            + " rows in "
            + total
            + " bytes, but the file has "
            + bytes;
  }

  /** Returns the segment's geometry, which follows from three fields of the header. */
  public static SegmentGeometry geometry(ByteBuffer header) {
    return new SegmentGeometry(
        header.getInt(HEADER_SLOT_COUNT_OFFSET),
        header.getInt(HEADER_BLOCK_COUNT_OFFSET),
        header.getInt(HEADER_THREAD_ROWS_OFFSET));
  }

  /**
   * Writes the header of a new segment. The magic number is written last, so the header is complete
   * if a reader finds that number.
   */
  public static void write(ByteBuffer header, SegmentGeometry geometry, int flags) {
    header.putInt(HEADER_VERSION_OFFSET, VERSION);
    header.putInt(HEADER_FLAGS_OFFSET, flags);
    header.putLong(HEADER_TOTAL_BYTES_OFFSET, geometry.totalBytes);
    header.putInt(HEADER_SLOT_COUNT_OFFSET, geometry.slotCount);
    header.putInt(HEADER_BLOCK_COUNT_OFFSET, geometry.blockCount);
    header.putInt(HEADER_THREAD_ROWS_OFFSET, geometry.threadRows);
    header.putLong(HEADER_MAGIC_OFFSET, MAGIC);
  }
}
