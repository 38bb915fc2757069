package org.kpathjvm.runtime.layout;

/**
 * The format of a chunk of a stream. A chunk is a sequence of ints, called words here, in the
 * machine's byte order. These words form the records below. The word after the last record so far
 * is 0, unless the chunk is full. A record never spans two chunks.
 *
 * <pre>
 * w &gt; 0                   path w was completed; its activation goes on
 * -MAX_ID &lt;= w &lt; 0        path -w was completed and its activation is over
 * BEGIN  low high         the events that follow belong to a new activation
 * RESUME low high         the events that follow belong to this activation, which began earlier
 * CLOSE                   the current activation is over without a further path: an exception left
 *                         it, or was dispatched to one of its handlers (further paths of the same
 *                         frame then belong to a new activation)
 * PACKED + kind + bits  first low high
 *                         the paths of a {@link PackedWord} whose halves are low and high;
 *                         bits is the number of bits of a path, and first is the id of path 0;
 *                         the kinds are:
 *                         PACKED_GOES_ON   the current activation goes on after these paths
 *                         PACKED_LAST      the last of these paths ends the current activation
 *                         PACKED_CLOSED    the current activation is over, as if a CLOSE followed
 *                         PACKED_WHOLE     added to PACKED_LAST or PACKED_CLOSED: these are all
 *                                          paths of another activation, and the current activation
 *                                          stays the current one
 * RUN + bits  first path count
 *                         the current activation completed one path, count times, and goes on;
 *                         path is the path's number, bits is the number of bits of a path, and
 *                         first is the id of path 0
 * </pre>
 *
 * <p>An activation is the long {@code number << SEQUENCE_BITS | sequence}, with halves low and
 * high. BEGIN has sequence 0. Each RESUME of the activation has the next sequence (modulo 2^24),
 * even on another thread. So sequences order the pieces that a virtual thread's activation has in
 * several carriers' streams.
 *
 * <p>A reader that finds a RESUME must first read the activation's earlier piece, which may be in
 * another stream. The sequence doesn't show whether words of that piece are still unread. So the
 * reader may go on in two cases only: another activation follows the piece in the piece's stream,
 * or that stream was read to its end after the RESUME was found.
 *
 * <p>A path is written by one plain store of an int. A longer record's first word, the control
 * word, is stored last, with release. A reader reads the control word with acquire.
 */
public final class StreamFormat {
  private StreamFormat() {}

  public static final int WORD_BYTES = 4;

  /**
   * The largest id; the smallest is 1. The engine adds up the counters in one buffer of fewer than
   * 2^31 bytes, with a long for each id and one for 0.
   */
  public static final int MAX_ID = Integer.MAX_VALUE / Long.BYTES - 1;

  public static final int BEGIN = Integer.MIN_VALUE + 1;
  public static final int RESUME = Integer.MIN_VALUE + 2;
  public static final int CLOSE = Integer.MIN_VALUE + 3;

  // MIN_VALUE + 4 is used in the chunks of a journal (JournalFormat.TIMES in the engine).

  public static final int PACKED = Integer.MIN_VALUE + 0x100;

  /**
   * Control words of packed paths are from {@link #PACKED} up to this number, which is excluded.
   */
  public static final int PACKED_LIMIT = PACKED + 0x100;

  /**
   * The mask of the number of bits of a path in a control word of packed paths. The kind is in the
   * bits above the mask.
   */
  public static final int PACKED_BITS_MASK = (1 << 5) - 1;

  public static final int PACKED_GOES_ON = 0;
  public static final int PACKED_LAST = 1 << 5;
  public static final int PACKED_CLOSED = 2 << 5;
  public static final int PACKED_WHOLE = 4 << 5;

  public static final int PACKED_BYTES = 4 * WORD_BYTES;

  public static final int RUN = PACKED_LIMIT;

  /** Control words of runs are from {@link #RUN} up to this number, which is excluded. */
  public static final int RUN_LIMIT = RUN + PACKED_BITS_MASK + 1;

  public static final int RUN_BYTES = 4 * WORD_BYTES;

  /** The number of bits of an activation's sequence, which is in the activation's lowest bits. */
  public static final int SEQUENCE_BITS = 24;

  public static final long SEQUENCE_MASK = (1L << SEQUENCE_BITS) - 1;

  /** The most bytes that a probe writes per check for room: a RESUME, packed paths and a run. */
  public static final int MAX_RECORD_BYTES = 3 * WORD_BYTES + PACKED_BYTES + RUN_BYTES;
}
