package org.kpathjvm.engine.journal;

import static org.kpathjvm.runtime.layout.SegmentLayout.BLOCK_BYTES;

/**
 * The layout of a journal. A journal contains the chunks that one drain has consumed and whose
 * blocks the drain has given back to the target. The journal also contains closed blocks of
 * counters. Thanks to the journal, this data survives if the engine's process is killed.
 *
 * <pre>
 * offset 0              +--------------------------------------------------+
 *                       | header                     HEADER_BYTES          |
 *                       +--------------------------------------------------+
 *                       | record header              RECORD_HEADER_BYTES   |
 *                       | the block's words, as an LZ4 block, padded to    |
 *                       | a multiple of 4 bytes                            |
 *                       +--------------------------------------------------+
 *                       | ...                                              |
 * </pre>
 *
 * <p>The byte order is that of the machine. A record is appended before its chunk is given back. If
 * the engine is killed while it is appending a record, the file ends within this record, and the
 * record's chunk is still in the segment. The chunks of a stream may be in any order: a spilled
 * chunk is written before it is counted, perhaps before chunks that precede it in the stream.
 */
public final class JournalFormat {
  private JournalFormat() {}

  /** "KPATHJNL" read as a big-endian long. */
  public static final long MAGIC = 0x4B504154484A4E4CL;

  /** The oldest version that can be read. A journal of this version has no {@link #TIMES}. */
  public static final int OLDEST_VERSION = 3;

  public static final int VERSION = 4;

  /**
   * A word that occurs only in the chunks of journals. The words {@code TIMES n}, and the stream
   * record after them, stand for n equal records of a spilled chunk. Such a record has all paths of
   * an activation. No control word of {@link org.kpathjvm.runtime.layout.StreamFormat} has this
   * value.
   */
  public static final int TIMES = Integer.MIN_VALUE + 4;

  /** "CHNK" read as a big-endian int: the beginning of a record. */
  public static final int RECORD_MARK = 0x43484E4B;

  /** long: {@link #MAGIC}. */
  public static final int HEADER_MAGIC_OFFSET = 0;

  /** int: {@link #VERSION}. */
  public static final int HEADER_VERSION_OFFSET = HEADER_MAGIC_OFFSET + 8;

  /** int: the number of the drain, beginning with 0. */
  public static final int HEADER_DRAIN_OFFSET = HEADER_VERSION_OFFSET + 4;

  /** int: the number of drains among which the leases are divided. */
  public static final int HEADER_DRAINS_OFFSET = HEADER_DRAIN_OFFSET + 4;

  public static final int HEADER_BYTES = HEADER_DRAINS_OFFSET + 4;

  /** int: {@link #RECORD_MARK}. */
  public static final int RECORD_MARK_OFFSET = 0;

  /** int: the lease that the block belongs to. */
  public static final int RECORD_LEASE_OFFSET = RECORD_MARK_OFFSET + 4;

  /** long: the number of the block among blocks of the same kind, as in its descriptor. */
  public static final int RECORD_SEQUENCE_OFFSET = RECORD_LEASE_OFFSET + 4;

  /** int: 1 if the lease belongs to a carrier of virtual threads. */
  public static final int RECORD_CARRIER_OFFSET = RECORD_SEQUENCE_OFFSET + 8;

  /**
   * int: the block's state in its descriptor. It is the state of a chunk or one of the two states
   * of counters.
   */
  public static final int RECORD_STATE_OFFSET = RECORD_CARRIER_OFFSET + 4;

  /** int: the number of the part of the recording that the block belongs to. */
  public static final int RECORD_PART_OFFSET = RECORD_STATE_OFFSET + 4;

  /** int: the number of bytes in the block's words. */
  public static final int RECORD_DATA_BYTES_OFFSET = RECORD_PART_OFFSET + 4;

  /**
   * int: the number of stored bytes after the record's header. If it is the number of bytes in the
   * block's words, the words are stored unpacked.
   */
  public static final int RECORD_STORED_BYTES_OFFSET = RECORD_DATA_BYTES_OFFSET + 4;

  /**
   * int: the CRC-32C of the stored bytes and of the fields before this one in the record's header.
   */
  public static final int RECORD_CHECKSUM_OFFSET = RECORD_STORED_BYTES_OFFSET + 4;

  public static final int RECORD_HEADER_BYTES = RECORD_CHECKSUM_OFFSET + 4;

  /**
   * The size of the largest record. Words that packing doesn't make shorter are stored unpacked, so
   * the stored bytes of a record are never longer than a block.
   */
  public static final int MOST_RECORD_BYTES = RECORD_HEADER_BYTES + BLOCK_BYTES;

  /** Returns the number of stored bytes including padding. */
  public static int paddedBytes(int storedBytes) {
    return storedBytes + 3 & ~3;
  }

  /** Returns the file name of a drain's journal. */
  public static String fileName(int drain) {
    return "journal-" + drain;
  }
}
