package org.kpathjvm.engine.segment;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.kpathjvm.runtime.layout.StreamFormat;

/**
 * The consumer's view of a segment. Nothing of the file is believed before it is checked against
 * the file's length; afterwards every block and descriptor index below {@link #blockCount()} is
 * safe. The methods may be called from several threads.
 */
public final class SegmentReader {
  private final String name;
  private final SegmentMapping memory;
  private final boolean kept;
  private final int blockCount;
  private final long descriptorsOffset;
  private final long blocksOffset;

  private SegmentReader(String name, SegmentMapping memory, SegmentHeader header) {
    this.name = name;
    this.memory = memory;
    kept = (header.flags() & FLAG_KEEP) != 0;
    blockCount = header.blockCount();
    descriptorsOffset = header.descriptorsOffset();
    blocksOffset = header.blocksOffset();
  }

  /**
   * Maps and checks a segment; read-only when it keeps its chunks.
   *
   * @throws SegmentException when it cannot be read or isn't a whole segment of this version
   */
  public static SegmentReader open(String path) {
    try {
      Path file = Path.of(path);
      if (!Files.isRegularFile(file)) {
        throw new SegmentException("segment " + path + ": no such file");
      }
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
        SegmentHeader header = SegmentHeader.read(path, channel);
        if ((header.flags() & FLAG_KEEP) != 0) {
          return new SegmentReader(
              path, SegmentMapping.map(channel, MapMode.READ_ONLY, header.totalBytes()), header);
        }
        try (FileChannel writable =
            FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
          return new SegmentReader(
              path, SegmentMapping.map(writable, MapMode.READ_WRITE, header.totalBytes()), header);
        }
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new SegmentException("segment " + path + ": cannot be read: " + e, e);
    }
  }

  /** The path it was opened by. */
  public String name() {
    return name;
  }

  /** Whether consumed chunks stay in the segment. */
  public boolean kept() {
    return kept;
  }

  public int blockCount() {
    return blockCount;
  }

  /** Ids handed out so far; never more than {@link StreamFormat#MAX_ID}. */
  public int idCount() {
    long ids = memory.longAcquire(HEADER_ID_COUNT_OFFSET);
    if (ids < 0 || ids > StreamFormat.MAX_ID) {
      throw new SegmentException("segment " + name + ": damaged header: " + ids + " ids");
    }
    return (int) ids;
  }

  /** Leases handed out so far. */
  public int leaseCount() {
    return memory.intAcquire(HEADER_LEASE_COUNT_OFFSET);
  }

  /** Whether the target stopped recording before its end. */
  public boolean endedEarly() {
    return memory.intAcquire(HEADER_TARGET_STATE_OFFSET) == TARGET_ENDED_EARLY;
  }

  /** One of BLOCK_*, if the segment isn't damaged; with acquire. */
  int state(int block) {
    return memory.intAcquire(descriptor(block) + DESCRIPTOR_STATE_OFFSET);
  }

  int lease(int block) {
    return memory.intAcquire(descriptor(block) + DESCRIPTOR_LEASE_OFFSET);
  }

  long sequence(int block) {
    return memory.longAcquire(descriptor(block) + DESCRIPTOR_SEQUENCE_OFFSET);
  }

  boolean carrier(int block) {
    return memory.intAcquire(descriptor(block) + DESCRIPTOR_CARRIER_OFFSET) != 0;
  }

  /** Bytes used of a closed chunk, 0 while it is open; with acquire. */
  int finalBytes(int block) {
    return memory.intAcquire(descriptor(block) + DESCRIPTOR_FINAL_BYTES_OFFSET);
  }

  /** Word of a block, with acquire. */
  int word(int block, int index) {
    return memory.intAcquire(block(block) + (long) index * StreamFormat.WORD_BYTES);
  }

  /** Long at a byte offset of a block. */
  long longAt(int block, int offset) {
    return memory.longAcquire(block(block) + offset);
  }

  /**
   * Copies words {@code from} (inclusive) to {@code to} of a block to the same places of an array.
   */
  void copyWords(int block, int[] words, int from, int to) {
    memory.copyInts(block(block) + (long) from * StreamFormat.WORD_BYTES, words, from, to - from);
  }

  /**
   * Gives a consumed block back: zeroed, without owner, then free. The owner is cleared first, so
   * that whoever reads a lease in a descriptor knows that it is the present one.
   */
  void free(int block) {
    memory.zero(block(block), BLOCK_BYTES);
    memory.setInt(descriptor(block) + DESCRIPTOR_LEASE_OFFSET, -1);
    memory.setInt(descriptor(block) + DESCRIPTOR_FINAL_BYTES_OFFSET, 0);
    memory.setIntRelease(descriptor(block) + DESCRIPTOR_STATE_OFFSET, BLOCK_FREE);
  }

  private long descriptor(int block) {
    return descriptorsOffset + (long) block * DESCRIPTOR_BYTES;
  }

  private long block(int block) {
    return blocksOffset + (long) block * BLOCK_BYTES;
  }
}
