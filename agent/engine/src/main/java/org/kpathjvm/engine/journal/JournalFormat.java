package org.kpathjvm.engine.journal;

import static org.kpathjvm.runtime.layout.SegmentLayout.BLOCK_BYTES;

/**
 * The layout of a journal. A journal contains what one drain has taken out of the segment: chunks
 * and closed blocks of counters. This data survives if the engine's process is killed.
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
 * <p>The byte order is that of the machine. A record is appended before its block is given back to
 * the target. If the engine is killed while it is appending a record, the file ends within this
 * record, and the record's block is still in the segment. The chunks of a stream may be in any
 * order: a spilled chunk is written before it is counted, perhaps before chunks that precede it in
 * the stream.
 */
public final class JournalFormat {
  private JournalFormat() {}

  /** "KPATHJNL" read as a big-endian long. */
  public static final long MAGIC = 0x4B504154484A4E4CL;

  /** The oldest version that can be read. A journal of this version has no {@link #TIMES}. */
  public static final int OLDEST_VERSION = 3;

  public static final int VERSION = 4;

  /**
   * A control word that occurs only in spilled chunks of journals. {@code TIMES n} and the stream
   * record after it stand for n equal records, each of which has all paths of an activation. No
   * control word of {@link org.kpathjvm.runtime.layout.StreamFormat} has this value.
   */
  public static final int TIMES = Integer.MIN_VALUE + 4;

  /** The beginning of a record: "CHNK" read as a big-endian int. */
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

  /** int: 1 if the lease belongs to a carrier of virtual threads, otherwise 0. */
  public static final int RECORD_CARRIER_OFFSET = RECORD_SEQUENCE_OFFSET + 8;

  /** int: the block's state ({@link BlockTag#state}). */
  public static final int RECORD_STATE_OFFSET = RECORD_CARRIER_OFFSET + 4;

  /** int: the number of the part of the recording that the block belongs to. */
  public static final int RECORD_PART_OFFSET = RECORD_STATE_OFFSET + 4;

  /** int: the number of bytes in the block's words. */
  public static final int RECORD_DATA_BYTES_OFFSET = RECORD_PART_OFFSET + 4;

  /**
   * int: the number of stored bytes after the record's header, without padding. If it equals the
   * number of bytes in the block's words, the words are stored unpacked.
   */
  public static final int RECORD_STORED_BYTES_OFFSET = RECORD_DATA_BYTES_OFFSET + 4;

  /** int: the CRC-32C of the fields before this one and of the stored bytes, in this order. */
  public static final int RECORD_CHECKSUM_OFFSET = RECORD_STORED_BYTES_OFFSET + 4;

  public static final int RECORD_HEADER_BYTES = RECORD_CHECKSUM_OFFSET + 4;

  /**
   * The size of the largest record. Words that packing doesn't make shorter are stored unpacked, so
   * a record never has more stored bytes than a block has.
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
