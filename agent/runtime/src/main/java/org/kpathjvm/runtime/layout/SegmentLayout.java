package org.kpathjvm.runtime.layout;

/**
 * The layout of a segment: the one place where it is defined. Python reads it from contract.json,
 * which the build writes out of this class.
 *
 * <pre>
 *  offset 0   +-----------------------------------------------+
 *             | header                    HEADER_BYTES        |
 *             +-----------------------------------------------+
 *             | thread slots              slots x 64          |
 *             +-----------------------------------------------+
 *             | block descriptors         blocks x 64         |
 *             +-----------------------------------------------+
 *             | thread rows               rows x 128          |
 *             +-----------------------------------------------+
 *             | blocks                    blocks x 65536      |
 *             +-----------------------------------------------+
 * </pre>
 *
 * Each of these regions begins at a page; where, {@link SegmentGeometry} says. A field has its
 * width ({@link Bytes}) beside its offset, which is the sum of the widths before it. Whoever
 * changes anything here gives {@link #VERSION} the next number.
 *
 * <p>Byte order is the machine's own; all fields are aligned to their size. Whoever creates a
 * segment reserves every page of it before the target sees it (a sparse file on a full tmpfs would
 * kill the target with SIGBUS), and leaves all of it zero but for the header.
 */
public final class SegmentLayout {
  private SegmentLayout() {}

  /** "KPATHSEG" read as a big-endian long. */
  public static final long MAGIC = 0x4B50415448534547L;

  public static final int VERSION = 8;

  /** Slots of a segment; found by thread id, so they are many more than threads. */
  public static final int SLOT_COUNT = 1 << 14;

  public static final int LEAST_SEGMENT_BYTES = 2 << 20;

  /** Java maps a segment as one buffer, whose size is an int. */
  public static final int MOST_SEGMENT_BYTES = 2047 << 20;

  // ---- header ---------------------------------------------------------------------------------
  public static final int HEADER_BYTES = 4096;

  /** {@link #MAGIC}, written last by the creator. */
  @Bytes(8)
  public static final int HEADER_MAGIC_OFFSET = 0;

  /** {@link #VERSION}. */
  @Bytes(4)
  public static final int HEADER_VERSION_OFFSET = HEADER_MAGIC_OFFSET + 8;

  /** Bit set of FLAG_*. */
  @Bytes(4)
  public static final int HEADER_FLAGS_OFFSET = HEADER_VERSION_OFFSET + 4;

  /** Size of the file in bytes. */
  @Bytes(8)
  public static final int HEADER_TOTAL_BYTES_OFFSET = HEADER_FLAGS_OFFSET + 4;

  /** Number of thread slots, a power of two. */
  @Bytes(4)
  public static final int HEADER_SLOT_COUNT_OFFSET = HEADER_TOTAL_BYTES_OFFSET + 8;

  /** Number of blocks. */
  @Bytes(4)
  public static final int HEADER_BLOCK_COUNT_OFFSET = HEADER_SLOT_COUNT_OFFSET + 4;

  /** Rows for threads that are counted apart; 0 when all threads are added up. */
  @Bytes(4)
  public static final int HEADER_THREAD_ROWS_OFFSET = HEADER_BLOCK_COUNT_OFFSET + 4;

  /** One of TARGET_*. */
  @Bytes(4)
  public static final int HEADER_TARGET_STATE_OFFSET = HEADER_THREAD_ROWS_OFFSET + 4;

  /** Process id of the consumer; 0 when nobody drains, or when it has stopped to. */
  @Bytes(8)
  public static final int HEADER_CONSUMER_PID_OFFSET = HEADER_TARGET_STATE_OFFSET + 4;

  /** Start time of the consumer, field 22 of /proc/PID/stat (clock ticks since boot). */
  @Bytes(8)
  public static final int HEADER_CONSUMER_START_OFFSET = HEADER_CONSUMER_PID_OFFSET + 8;

  /** Process id of the target, written by the agent when it attaches; 0 before. */
  @Bytes(8)
  public static final int HEADER_TARGET_PID_OFFSET = HEADER_CONSUMER_START_OFFSET + 8;

  /** Events that could not be recorded. */
  @Bytes(8)
  public static final int HEADER_LOST_COUNT_OFFSET = HEADER_TARGET_PID_OFFSET + 8;

  /** Nanoseconds that the target's threads waited for free blocks, summed over threads. */
  @Bytes(8)
  public static final int HEADER_WAITED_NANOS_OFFSET = HEADER_LOST_COUNT_OFFSET + 8;

  /** Platform threads that recorded anything, over the whole run. */
  @Bytes(8)
  public static final int HEADER_THREAD_COUNT_OFFSET = HEADER_WAITED_NANOS_OFFSET + 8;

  /** Next block of activation numbers to hand out. */
  @Bytes(8)
  public static final int HEADER_NEXT_ACTIVATION_OFFSET = HEADER_THREAD_COUNT_OFFSET + 8;

  /** Ids handed out so far; ids are 1..this. Written before the class that uses them. */
  @Bytes(8)
  public static final int HEADER_ID_COUNT_OFFSET = HEADER_NEXT_ACTIVATION_OFFSET + 8;

  /** Classes that are not recorded because there was no room to list them in the metadata. */
  @Bytes(8)
  public static final int HEADER_UNLISTED_COUNT_OFFSET = HEADER_ID_COUNT_OFFSET + 8;

  /** Live activations whose words the thread that ended the JVM has written. */
  @Bytes(8)
  public static final int HEADER_RELEASED_ACTIVATIONS_OFFSET = HEADER_UNLISTED_COUNT_OFFSET + 8;

  /** Paths that these activations could have held back, at most. */
  @Bytes(8)
  public static final int HEADER_RELEASED_PATHS_OFFSET = HEADER_RELEASED_ACTIVATIONS_OFFSET + 8;

  /** Leases handed out so far; leases are 0..this-1. */
  @Bytes(4)
  public static final int HEADER_LEASE_COUNT_OFFSET = HEADER_RELEASED_PATHS_OFFSET + 8;

  /** 1 when the consumer asks an agent that was attached to leave the program; else 0. */
  @Bytes(4)
  public static final int HEADER_LEAVE_OFFSET = HEADER_LEASE_COUNT_OFFSET + 4;

  /**
   * No earlier recording of the same JVM has given out this id or a higher one; 0: there was none.
   * Lower ones that aren't in the metadata, and activation numbers from before, are of code that
   * such a recording has left on stacks.
   */
  @Bytes(8)
  public static final int HEADER_FIRST_ID_OFFSET = HEADER_LEAVE_OFFSET + 4;

  /**
   * Number of the cut that the consumer asks for, from 1 on; written with release after {@link
   * #HEADER_CUT_KIND_OFFSET}. One is asked for only when the one before has been answered.
   */
  @Bytes(4)
  public static final int HEADER_CUT_ASKED_OFFSET = HEADER_FIRST_ID_OFFSET + 8;

  /** What the cut is for, one of CUT_*. */
  @Bytes(4)
  public static final int HEADER_CUT_KIND_OFFSET = HEADER_CUT_ASKED_OFFSET + 4;

  /**
   * Number of the latest cut that the agent has answered; written with release when the cut has
   * been made, or when it can't be made.
   */
  @Bytes(4)
  public static final int HEADER_CUT_ANSWERED_OFFSET = HEADER_CUT_KIND_OFFSET + 4;

  /** 1 when that cut could not be made, and the agent's log says why; else 0. */
  @Bytes(4)
  public static final int HEADER_CUT_REFUSED_OFFSET = HEADER_CUT_ANSWERED_OFFSET + 4;

  /** Number of the part of the recording that the latest cut began; 0 before the first one. */
  @Bytes(4)
  public static final int HEADER_PART_OFFSET = HEADER_CUT_REFUSED_OFFSET + 4;

  /** Blocks of lower parts don't count any more; written by the consumer. */
  @Bytes(4)
  public static final int HEADER_FIRST_PART_OFFSET = HEADER_PART_OFFSET + 4;

  /** How often the recording was stopped. */
  @Bytes(4)
  public static final int HEADER_STOP_COUNT_OFFSET = HEADER_FIRST_PART_OFFSET + 4;

  /** Blocks of counters that the consumer has taken out of the segment and keeps in its journal. */
  @Bytes(4)
  public static final int HEADER_TAKEN_COUNT_OFFSET = HEADER_STOP_COUNT_OFFSET + 4;

  /** Cut: the next part begins, and activations that are live go on in it. */
  public static final int CUT_GOES_ON = 1;

  /** Cut: the next part begins, and activations that are live begin anew in it. */
  public static final int CUT_BEGINS_ANEW = 2;

  /** Cut: nothing is recorded from now on, until the next cut of another kind. */
  public static final int CUT_STOPS = 3;

  /** Parts are 0 to this: a number and the next one take 15 bits. */
  public static final int MOST_PARTS = (1 << 15) - 2;

  /** Flag: no consumer will come while the target runs; a full segment ends the recording. */
  public static final int FLAG_KEEP = 1;

  /**
   * Flag: only a header, with the geometry and the consumer of the segments that each JVM makes for
   * itself by this pattern.
   */
  public static final int FLAG_TEMPLATE = 2;

  public static final int TARGET_NONE = 0;
  public static final int TARGET_RECORDING = 1;

  /** The recording ended early because the segment was full or its consumer died. */
  public static final int TARGET_ENDED_EARLY = 2;

  /** The JVM began its orderly shutdown (probes may still run after this). */
  public static final int TARGET_SHUTDOWN = 3;

  /** The agent has left the program, which goes on: nothing more is written. */
  public static final int TARGET_LEFT = 4;

  // ---- thread slots: private to the target ------------------------------------------------------
  public static final int SLOT_SHIFT = 6;
  public static final int SLOT_BYTES = 1 << SLOT_SHIFT;

  /**
   * Thread.tid of the platform thread that owns the slot, and from bit {@link #PART_SHIFT} on the
   * number of the part to which the rest of the slot belongs; 0 when free. Minus the tid while the
   * thread isn't recorded.
   */
  @Bytes(8)
  public static final int SLOT_OWNER_OFFSET = 0;

  /** Above all bits of an address, and of a thread's id. */
  public static final int PART_SHIFT = 48;

  /** Activation (see {@link StreamFormat}) whose events the stream's end belongs to; 0 none. */
  @Bytes(8)
  public static final int SLOT_ACTIVATION_OFFSET = SLOT_OWNER_OFFSET + 8;

  /** Address, in the target, of the next word to write; 0 before the first chunk. */
  @Bytes(8)
  public static final int SLOT_POSITION_OFFSET = SLOT_ACTIVATION_OFFSET + 8;

  /** Address, in the target, of the end of the current chunk. */
  @Bytes(8)
  public static final int SLOT_LIMIT_OFFSET = SLOT_POSITION_OFFSET + 8;

  /** Address, in the target, of the thread's directory of counter pages. */
  @Bytes(8)
  public static final int SLOT_DIRECTORY_OFFSET = SLOT_LIMIT_OFFSET + 8;

  /** Next activation number to use. */
  @Bytes(8)
  public static final int SLOT_NEXT_ACTIVATION_OFFSET = SLOT_DIRECTORY_OFFSET + 8;

  /** End (exclusive) of the activation numbers reserved for this slot. */
  @Bytes(8)
  public static final int SLOT_ACTIVATION_LIMIT_OFFSET = SLOT_NEXT_ACTIVATION_OFFSET + 8;

  /** Lease number. */
  @Bytes(4)
  public static final int SLOT_LEASE_OFFSET = SLOT_ACTIVATION_LIMIT_OFFSET + 8;

  // ---- thread rows: one per lease, as far as they go --------------------------------------------
  public static final int THREAD_ROW_BYTES = 128;

  /** {@link #THREAD_OWN} or {@link #THREAD_SHARED}; stored with release, after the name. */
  @Bytes(4)
  public static final int THREAD_KIND_OFFSET = 0;

  /** Chars of the name. */
  @Bytes(4)
  public static final int THREAD_NAME_LENGTH_OFFSET = THREAD_KIND_OFFSET + 4;

  /** The thread's name at its first event, or its beginning, in UTF-16. */
  @Bytes(THREAD_ROW_BYTES - 8)
  public static final int THREAD_NAME_OFFSET = THREAD_NAME_LENGTH_OFFSET + 4;

  public static final int THREAD_NAME_CHARS = (THREAD_ROW_BYTES - THREAD_NAME_OFFSET) / 2;

  /** The lease goes from thread to thread, or belongs to carriers, or isn't used yet. */
  public static final int THREAD_SHARED = 0;

  /** The lease belongs to threads of one name, one after the other. */
  public static final int THREAD_OWN = 1;

  /** Rows of a segment whose threads are counted apart. */
  public static final int THREAD_ROWS = 1024;

  // ---- block descriptors ------------------------------------------------------------------------
  public static final int DESCRIPTOR_BYTES = 64;

  /**
   * One of BLOCK_*. The target claims by compare-and-set FREE to CLAIMED, fills in the other fields
   * and the block, then stores STREAM, COUNTERS or TABLE with release. The consumer stores FREE
   * with release after it has zeroed the block; of counters only those that {@link
   * #DESCRIPTOR_FINAL_BYTES_OFFSET} says are closed.
   */
  @Bytes(4)
  public static final int DESCRIPTOR_STATE_OFFSET = 0;

  /** Lease that the block belongs to. */
  @Bytes(4)
  public static final int DESCRIPTOR_LEASE_OFFSET = DESCRIPTOR_STATE_OFFSET + 4;

  /**
   * Ordinal of the chunk in the lease's stream, from 0 without gaps (STREAM); of the block in the
   * lease's table of a part (TABLE); or among the lease's blocks of pages (COUNTERS).
   */
  @Bytes(8)
  public static final int DESCRIPTOR_SEQUENCE_OFFSET = DESCRIPTOR_LEASE_OFFSET + 4;

  /**
   * Bytes used of a chunk, or {@link #BLOCK_BYTES} of counters; stored with release when the
   * producer will never write to the block again; 0 before.
   */
  @Bytes(4)
  public static final int DESCRIPTOR_FINAL_BYTES_OFFSET = DESCRIPTOR_SEQUENCE_OFFSET + 8;

  /** 1 when the lease is that of a carrier of virtual threads. */
  @Bytes(4)
  public static final int DESCRIPTOR_CARRIER_OFFSET = DESCRIPTOR_FINAL_BYTES_OFFSET + 4;

  /** Number of the part of the recording that all of the block belongs to. */
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

  /** Counters of a page; they are longs. */
  public static final int COUNTERS_PER_PAGE = 1 << COUNTERS_SHIFT;

  public static final int PAGE_BYTES = 8 * COUNTERS_PER_PAGE;

  /**
   * A counter block's page 0 is its directory: int i (i from 0) holds 1 + the page index of page
   * i+1 of the block, or 0 while that page is unused. Page index p counts ids p*512 .. p*512+511.
   */
  public static final int PAGES_PER_BLOCK = BLOCK_BYTES / PAGE_BYTES - 1;

  /**
   * Block n of a lease's table (n from 0) counts ids n*8192 .. n*8192+8191, one after the other.
   */
  public static final int COUNTERS_PER_BLOCK = BLOCK_BYTES / 8;
}
