package org.kpathjvm.engine.segment;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;

/** The fields of a segment's header that never change, checked against the file's length. */
record SegmentHeader(
    int flags,
    long totalBytes,
    int blockCount,
    long descriptorsOffset,
    int threadRows,
    long threadsOffset,
    long blocksOffset) {

  /** Reads and checks; {@code name} is for messages. */
  static SegmentHeader read(String name, FileChannel file) throws IOException {
    long length = file.size();
    if (length < HEADER_BYTES) {
      throw new SegmentException(
          "segment " + name + ": " + length + " bytes are too few for a segment");
    }
    ByteBuffer fields = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.nativeOrder());
    while (fields.hasRemaining()) {
      if (file.read(fields, fields.position()) < 0) {
        throw new SegmentException("segment " + name + ": it shrank while it was opened");
      }
    }
    long magic = fields.getLong(HEADER_MAGIC_OFFSET);
    if (magic != MAGIC) {
      throw new SegmentException(
          "segment " + name + ": not a segment, it begins with 0x" + Long.toHexString(magic));
    }
    int version = fields.getInt(HEADER_VERSION_OFFSET);
    if (version != VERSION) {
      throw new SegmentException(
          "segment " + name + ": layout version " + version + ", this engine reads " + VERSION);
    }
    SegmentHeader header =
        new SegmentHeader(
            fields.getInt(HEADER_FLAGS_OFFSET),
            fields.getLong(HEADER_TOTAL_BYTES_OFFSET),
            fields.getInt(HEADER_BLOCK_COUNT_OFFSET),
            fields.getLong(HEADER_DESCRIPTORS_OFFSET_OFFSET),
            fields.getInt(HEADER_THREAD_ROWS_OFFSET),
            fields.getLong(HEADER_THREADS_OFFSET_OFFSET),
            fields.getLong(HEADER_BLOCKS_OFFSET_OFFSET));
    long slots = fields.getLong(HEADER_SLOTS_OFFSET_OFFSET);
    int slotCount = fields.getInt(HEADER_SLOT_COUNT_OFFSET);
    check(
        name,
        header.totalBytes <= length,
        "total bytes " + header.totalBytes + ", the file has " + length);
    check(name, Integer.bitCount(slotCount) == 1 && slotCount > 0, "slot count " + slotCount);
    check(name, header.blockCount > 0, "block count " + header.blockCount);
    checkArea(name, "slots", slots, HEADER_BYTES, 8, header.totalBytes);
    checkArea(
        name,
        "descriptors",
        header.descriptorsOffset,
        slots + (long) slotCount * SLOT_BYTES,
        8,
        header.totalBytes);
    long descriptorsEnd = header.descriptorsOffset + (long) header.blockCount * DESCRIPTOR_BYTES;
    checkArea(name, "blocks", header.blocksOffset, descriptorsEnd, PAGE_BYTES, header.totalBytes);
    check(name, header.threadRows >= 0, "thread rows " + header.threadRows);
    if (header.threadRows > 0) {
      checkArea(name, "threads", header.threadsOffset, descriptorsEnd, 8, header.blocksOffset);
      long rowsEnd = header.threadsOffset + (long) header.threadRows * THREAD_ROW_BYTES;
      check(name, rowsEnd <= header.blocksOffset, "its thread rows end at " + rowsEnd);
    }
    long end = header.blocksOffset + (long) header.blockCount * BLOCK_BYTES;
    check(
        name,
        end <= header.totalBytes,
        "its blocks end at " + end + " of " + header.totalBytes + " bytes");
    return header;
  }

  private static void checkArea(
      String name, String area, long offset, long least, int alignment, long length) {
    check(
        name,
        offset >= least && offset <= length && offset % alignment == 0,
        area + " at offset " + offset);
  }

  private static void check(String name, boolean good, String what) {
    if (!good) {
      throw new SegmentException("segment " + name + ": damaged header: " + what);
    }
  }
}
