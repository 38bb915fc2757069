package org.kpathjvm.runtime.layout;

/**
 * The layout of a segment. This class is the only definition of the layout: from this class, the
 * build makes contract.json, which the Python code reads.
 *
 * <pre>
 * offset 0   +-----------------------------------------------+
 *            | header                    HEADER_BYTES        |
 *            +-----------------------------------------------+
 *            | thread slots              slots x 64          |
 *            +-----------------------------------------------+
 *            | block descriptors         blocks x 64         |
 *            +-----------------------------------------------+
 *            | thread rows               rows x 128          |
 *            +-----------------------------------------------+
 *            | whole words               1024 x 16           |
 *            +-----------------------------------------------+
 *            | blocks                    blocks x 65536      |
 *            +-----------------------------------------------+
 * </pre>
 *
 * <p>Each region begins at a page boundary, which {@link SegmentGeometry} computes. A field's
 * constant is the field's offset: the sum of the widths of the fields before it. The annotation
 * {@link Bytes} has the field's width. After any change here, {@link #VERSION} must get the next
 * number.
 *
 * <p>The byte order is the machine's own. All numbers are aligned to their size. The creator of a
 * segment writes every page before the target maps the file. If a page hadn't been written and the
 * tmpfs were full, the target would be killed by SIGBUS when it wrote to that page. In a new
 * segment, all bytes after the header are zero.
 */
public final class SegmentLayout {
  private SegmentLayout() {}

  /** "KPATHSEG" read as a big-endian long. */
  public static final long MAGIC = 0x4B50415448534547L;

  public static final int VERSION = 9;

  /**
   * The number of slots of a segment. There should be many more slots than threads, because the
   * slots are a hash table with the threads' ids as keys.
   */
  public static final int SLOT_COUNT = 1 << 14;

  public static final int LEAST_SEGMENT_BYTES = 2 << 20;

  /** The largest size of a segment. A segment is mapped as one buffer, whose size is an int. */
  public static final int MOST_SEGMENT_BYTES = 2047 << 20;

  // ---- header ---------------------------------------------------------------------------------
  public static final int HEADER_BYTES = 4096;

  /** {@link #MAGIC}, written last by the creator. */
  @Bytes(8)
  public static final int HEADER_MAGIC_OFFSET = 0;

  /** {@link #VERSION}. */
  @Bytes(4)
  public static final int HEADER_VERSION_OFFSET = HEADER_MAGIC_OFFSET + 8;

  /** A set of the bits FLAG_*. */
  @Bytes(4)
  public static final int HEADER_FLAGS_OFFSET = HEADER_VERSION_OFFSET + 4;

  /** The size of the file in bytes. */
  @Bytes(8)
  public static final int HEADER_TOTAL_BYTES_OFFSET = HEADER_FLAGS_OFFSET + 4;

  /** The number of thread slots, a power of two. */
  @Bytes(4)
  public static final int HEADER_SLOT_COUNT_OFFSET = HEADER_TOTAL_BYTES_OFFSET + 8;

  /** The number of blocks. */
  @Bytes(4)
  public static final int HEADER_BLOCK_COUNT_OFFSET = HEADER_SLOT_COUNT_OFFSET + 4;

  /**
   * The number of rows for threads that are counted separately; 0 if the counts of all threads are
   * added up.
   */
  @Bytes(4)
  public static final int HEADER_THREAD_ROWS_OFFSET = HEADER_BLOCK_COUNT_OFFSET + 4;

  /** The state of the target, one of TARGET_*. */
  @Bytes(4)
  public static final int HEADER_TARGET_STATE_OFFSET = HEADER_THREAD_ROWS_OFFSET + 4;

  /**
   * The process id of the consumer, which reads the segment; 0 if there is no consumer, or if the
   * consumer has stopped reading.
   */
  @Bytes(8)
  public static final int HEADER_CONSUMER_PID_OFFSET = HEADER_TARGET_STATE_OFFSET + 4;

  /** The start time of the consumer, in clock ticks since boot (field 22 of /proc/PID/stat). */
  @Bytes(8)
  public static final int HEADER_CONSUMER_START_OFFSET = HEADER_CONSUMER_PID_OFFSET + 8;

  /** The process id of the target; 0 until the agent begins to record. */
  @Bytes(8)
  public static final int HEADER_TARGET_PID_OFFSET = HEADER_CONSUMER_START_OFFSET + 8;

  /** The number of events that could not be recorded. */
  @Bytes(8)
  public static final int HEADER_LOST_COUNT_OFFSET = HEADER_TARGET_PID_OFFSET + 8;

  /** How many nanoseconds all threads of the target together have waited for free blocks. */
  @Bytes(8)
  public static final int HEADER_WAITED_NANOS_OFFSET = HEADER_LOST_COUNT_OFFSET + 8;

  /** The number of platform threads that have recorded anything since the recording began. */
  @Bytes(8)
  public static final int HEADER_THREAD_COUNT_OFFSET = HEADER_WAITED_NANOS_OFFSET + 8;

  /** The lowest activation number that hasn't been handed out yet. */
  @Bytes(8)
  public static final int HEADER_NEXT_ACTIVATION_OFFSET = HEADER_THREAD_COUNT_OFFSET + 8;

  /**
   * The highest id that has been handed out. This field is written before the class that uses the
   * id is defined.
   */
  @Bytes(8)
  public static final int HEADER_ID_COUNT_OFFSET = HEADER_NEXT_ACTIVATION_OFFSET + 8;

  /** The number of classes that aren't recorded because the metadata could not list them. */
  @Bytes(8)
  public static final int HEADER_UNLISTED_COUNT_OFFSET = HEADER_ID_COUNT_OFFSET + 8;

  /**
   * The number of live activations whose held-back word was written by the thread that ended the
   * JVM.
   */
  @Bytes(8)
  public static final int HEADER_RELEASED_ACTIVATIONS_OFFSET = HEADER_UNLISTED_COUNT_OFFSET + 8;

  /**
   * The most paths that the activations counted in {@link #HEADER_RELEASED_ACTIVATIONS_OFFSET}
   * could have held back in local variables.
   */
  @Bytes(8)
  public static final int HEADER_RELEASED_PATHS_OFFSET = HEADER_RELEASED_ACTIVATIONS_OFFSET + 8;

  /** The number of leases handed out so far. Leases are numbered from 0. */
  @Bytes(4)
  public static final int HEADER_LEASE_COUNT_OFFSET = HEADER_RELEASED_PATHS_OFFSET + 8;

  /** 1 if the consumer asks an attached agent to leave the program; else 0. */
  @Bytes(4)
  public static final int HEADER_LEAVE_OFFSET = HEADER_LEASE_COUNT_OFFSET + 4;

  /**
   * The lowest id that no earlier recording of the same JVM has given out; 0 if the agent started
   * with the JVM. Lower ids that aren't in the metadata, and old activation numbers, come from an
   * earlier recording's code that is still on a stack.
   */
  @Bytes(8)
  public static final int HEADER_FIRST_ID_OFFSET = HEADER_LEAVE_OFFSET + 4;

  /**
   * The number of the latest cut that the consumer has asked for, counted from 1. Written with
   * release, after {@link #HEADER_CUT_KIND_OFFSET}, and only when the previous cut has been
   * answered.
   */
  @Bytes(4)
  public static final int HEADER_CUT_ASKED_OFFSET = HEADER_FIRST_ID_OFFSET + 8;

  /** The kind of the latest cut that the consumer has asked for, one of CUT_*. */
  @Bytes(4)
  public static final int HEADER_CUT_KIND_OFFSET = HEADER_CUT_ASKED_OFFSET + 4;

  /**
   * The number of the latest cut that the agent has answered. Written with release after the cut
   * has been made or refused.
   */
  @Bytes(4)
  public static final int HEADER_CUT_ANSWERED_OFFSET = HEADER_CUT_KIND_OFFSET + 4;

  /** 1 if the latest answered cut could not be made; else 0. The agent's log has the reason. */
  @Bytes(4)
  public static final int HEADER_CUT_REFUSED_OFFSET = HEADER_CUT_ANSWERED_OFFSET + 4;

  /** The number of the part that the latest cut began; 0 before the first cut. */
  @Bytes(4)
  public static final int HEADER_PART_OFFSET = HEADER_CUT_REFUSED_OFFSET + 4;

  /** The number of the earliest part that is counted. The consumer writes this field. */
  @Bytes(4)
  public static final int HEADER_FIRST_PART_OFFSET = HEADER_PART_OFFSET + 4;

  /** How often the recording was stopped. */
  @Bytes(4)
  public static final int HEADER_STOP_COUNT_OFFSET = HEADER_FIRST_PART_OFFSET + 4;

  /**
   * The number of blocks of counters that the consumer has moved from the segment to its journal.
   */
  @Bytes(4)
  public static final int HEADER_TAKEN_COUNT_OFFSET = HEADER_STOP_COUNT_OFFSET + 4;

  /**
   * The id of the counter of the first place for {@linkplain #WHOLE_WORDS whole words}; 0 if whole
   * words have no counters. The next ids are those of the other places' counters.
   */
  @Bytes(4)
  public static final int HEADER_FIRST_WHOLE_ID_OFFSET = HEADER_TAKEN_COUNT_OFFSET + 4;

  /** A kind of cut: the next part begins, and live activations go on in it. */
  public static final int CUT_GOES_ON = 1;

  /** A kind of cut: the next part begins, and live activations begin anew in it. */
  public static final int CUT_BEGINS_ANEW = 2;

  /** A kind of cut: recording stops until the next cut of another kind. */
  public static final int CUT_STOPS = 3;

  /** The highest number of a part. The next number still fits into 15 bits. */
  public static final int MOST_PARTS = (1 << 15) - 2;

  /**
   * A flag: the segment has no consumer while the target runs. The recording ends when the segment
   * is full.
   */
  public static final int FLAG_KEEP = 1;

  /**
   * A flag: the file is only a header. Each JVM makes its own segment, with the geometry and the
   * consumer that this header has.
   */
  public static final int FLAG_TEMPLATE = 2;

  public static final int TARGET_NONE = 0;
  public static final int TARGET_RECORDING = 1;

  /** The recording ended early, for instance because the segment was full or the consumer died. */
  public static final int TARGET_ENDED_EARLY = 2;

  /** The JVM has begun its orderly shutdown. Probes may still run. */
  public static final int TARGET_SHUTDOWN = 3;

  /** The agent has left the program, which goes on. Nothing more is written. */
  public static final int TARGET_LEFT = 4;

  // ---- thread slots: private to the target ------------------------------------------------------
  public static final int SLOT_SHIFT = 6;
  public static final int SLOT_BYTES = 1 << SLOT_SHIFT;

  /**
   * The slot's owner and part. The low bits are the owner's Thread.tid. The bits from {@link
   * #PART_SHIFT} upwards are the number of the part to which the other fields belong. The field is
   * 0 if the slot is free, and the negative of the Thread.tid while the owner isn't recorded.
   */
  @Bytes(8)
  public static final int SLOT_OWNER_OFFSET = 0;

  /** The lowest bit of a part's number in a long. Below that bit is an address or a thread's id. */
  public static final int PART_SHIFT = 48;

  /**
   * The activation ({@link StreamFormat}) to which the events at the end of the stream belong; -1
   * if they belong to no activation.
   */
  @Bytes(8)
  public static final int SLOT_ACTIVATION_OFFSET = SLOT_OWNER_OFFSET + 8;

  /** The address, in the target, at which the stream goes on; 0 if there is no current chunk. */
  @Bytes(8)
  public static final int SLOT_POSITION_OFFSET = SLOT_ACTIVATION_OFFSET + 8;

  /** The address, in the target, of the end of the current chunk. */
  @Bytes(8)
  public static final int SLOT_LIMIT_OFFSET = SLOT_POSITION_OFFSET + 8;

  /** The address, in the target, of the thread's directory of counter pages. */
  @Bytes(8)
  public static final int SLOT_DIRECTORY_OFFSET = SLOT_LIMIT_OFFSET + 8;

  /** The next activation number to use. */
  @Bytes(8)
  public static final int SLOT_NEXT_ACTIVATION_OFFSET = SLOT_DIRECTORY_OFFSET + 8;

  /** The number after the last activation number reserved for this slot. */
  @Bytes(8)
  public static final int SLOT_ACTIVATION_LIMIT_OFFSET = SLOT_NEXT_ACTIVATION_OFFSET + 8;

  /** The number of the lease that the slot's owner holds. */
  @Bytes(4)
  public static final int SLOT_LEASE_OFFSET = SLOT_ACTIVATION_LIMIT_OFFSET + 8;

  // ---- thread rows: one for each lease, up to the number of rows --------------------------------
  public static final int THREAD_ROW_BYTES = 128;

  /** {@link #THREAD_OWN} or {@link #THREAD_SHARED}. Stored with release, after the name. */
  @Bytes(4)
  public static final int THREAD_KIND_OFFSET = 0;

  /** The length of the name in chars. */
  @Bytes(4)
  public static final int THREAD_NAME_LENGTH_OFFSET = THREAD_KIND_OFFSET + 4;

  /** The name of the thread at its first event, in UTF-16. A name that is too long is shortened. */
  @Bytes(THREAD_ROW_BYTES - 8)
  public static final int THREAD_NAME_OFFSET = THREAD_NAME_LENGTH_OFFSET + 4;

  public static final int THREAD_NAME_CHARS = (THREAD_ROW_BYTES - THREAD_NAME_OFFSET) / 2;

  /** The lease is handed on to threads of any name, belongs to carriers, or isn't used yet. */
  public static final int THREAD_SHARED = 0;

  /** The lease is handed on only to threads of the same name. */
  public static final int THREAD_OWN = 1;

  /** The number of rows of a segment whose threads are counted separately. */
  public static final int THREAD_ROWS = 1024;

  // ---- whole words: the target writes each place once -------------------------------------------
  /**
   * The number of places for whole words. A whole word has all paths of an activation. Once the
   * word has a place, further activations with the same paths only add one to the place's counter,
   * and aren't written to the stream. The word's place is p or p ^ 1, where p is {@link
   * PackedWord#place}.
   */
  public static final int WHOLE_WORDS = 1 << PackedWord.PLACE_BITS;

  public static final int WHOLE_SHIFT = 4;
  public static final int WHOLE_BYTES = 1 << WHOLE_SHIFT;

  /** The word ({@link PackedWord}); 0 while the place is free. Stored with release. */
  @Bytes(8)
  public static final int WHOLE_WORD_OFFSET = 0;

  /** The method's packing. Stored before the word. */
  @Bytes(8)
  public static final int WHOLE_PACKING_OFFSET = WHOLE_WORD_OFFSET + 8;

  // ---- block descriptors ------------------------------------------------------------------------
  public static final int DESCRIPTOR_BYTES = 64;

  /**
   * The state of the block, one of BLOCK_*. The target claims a block by a compare-and-set from
   * FREE to CLAIMED. Then the target fills in the descriptor's other fields, and stores STREAM,
   * COUNTERS or TABLE with release. To free a block, the consumer zeroes it and then stores FREE
   * with release. Counters are freed only when they are closed ({@link
   * #DESCRIPTOR_FINAL_BYTES_OFFSET}).
   */
  @Bytes(4)
  public static final int DESCRIPTOR_STATE_OFFSET = 0;

  /** The number of the lease that the block belongs to. */
  @Bytes(4)
  public static final int DESCRIPTOR_LEASE_OFFSET = DESCRIPTOR_STATE_OFFSET + 4;

  /**
   * The block's number, from 0. STREAM: the chunk's number in the lease's stream, without gaps.
   * TABLE: the block's number in the lease's table for the part. COUNTERS: the block's number among
   * the lease's blocks of pages.
   */
  @Bytes(8)
  public static final int DESCRIPTOR_SEQUENCE_OFFSET = DESCRIPTOR_LEASE_OFFSET + 4;

  /**
   * The number of used bytes of a closed chunk, or {@link #BLOCK_BYTES} for closed counters; 0
   * until the block is closed. Stored with release after the target's last write to the block.
   */
  @Bytes(4)
  public static final int DESCRIPTOR_FINAL_BYTES_OFFSET = DESCRIPTOR_SEQUENCE_OFFSET + 8;

  /** 1 if the lease belongs to a carrier of virtual threads; else 0. */
  @Bytes(4)
  public static final int DESCRIPTOR_CARRIER_OFFSET = DESCRIPTOR_FINAL_BYTES_OFFSET + 4;

  /** The number of the recording's part to which the whole block belongs. */
  @Bytes(4)
  public static final int DESCRIPTOR_PART_OFFSET = DESCRIPTOR_CARRIER_OFFSET + 4;

  public static final int BLOCK_FREE = 0;
  public static final int BLOCK_CLAIMED = 1;
  public static final int BLOCK_STREAM = 2;
  public static final int BLOCK_COUNTERS = 3;
  public static final int BLOCK_TABLE = 4;

  // ---- blocks -----------------------------------------------------------------------------------
  public static final int BLOCK_BYTES = 65536;

  public static final int COUNTERS_SHIFT = 9;

  /** The number of counters in a page. A counter is a long. */
  public static final int COUNTERS_PER_PAGE = 1 << COUNTERS_SHIFT;

  public static final int PAGE_BYTES = 8 * COUNTERS_PER_PAGE;

  /**
   * The number of pages of counters in a counter block. The block's page 0 is an array of ints
   * instead. Int i is 0 while page i+1 is unused, and p + 1 if page i+1 has the counters of ids
   * p*512 to p*512+511.
   */
  public static final int PAGES_PER_BLOCK = BLOCK_BYTES / PAGE_BYTES - 1;

  /**
   * The number of counters in a block of a table. Block n of a lease's table, counted from 0, has
   * the counters of ids n*8192 to n*8192+8191.
   */
  public static final int COUNTERS_PER_BLOCK = BLOCK_BYTES / 8;
}
