package org.kpathjvm.runtime.layout;

/**
 * The format of a chunk of a stream. A chunk is a sequence of ints in the machine's byte order,
 * which are called words here. They form the records below. The word after the last record that has
 * been written so far is 0, unless the chunk is full. A record never spans two chunks.
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
 *                         PACKED_WHOLE     added to one of the last two kinds: these are all paths
 *                                          of another activation, and the current activation stays
 *                                          the current one
 * RUN + bits  first path count
 *                         the current activation completed one path, count times, and goes on;
 *                         path is the path's number, bits is the number of bits of a path, and
 *                         first is the id of path 0
 * </pre>
 *
 * <p>An activation is the long {@code number << SEQUENCE_BITS | sequence}, and low and high are the
 * halves of the long. BEGIN has sequence 0. Each RESUME of the activation has the next sequence
 * (modulo 2^24), even on another thread. An activation of a virtual thread may have pieces in the
 * streams of several carriers, and the sequence shows the order of these pieces.
 *
 * <p>A reader that finds a RESUME must first read the activation's earlier piece, which is in
 * another stream. The reader may go on after the RESUME only in two cases: in the other stream,
 * another activation has followed the piece, or that stream has been read to its end after the
 * RESUME was found. The sequence alone doesn't show whether words of the earlier piece are still
 * unread.
 *
 * <p>A path is written by one plain store of an int. In a longer record, the first word, which is
 * the control word, is stored last and with release. A reader reads the control word with acquire.
 */
public final class StreamFormat {
  private StreamFormat() {}

  public static final int WORD_BYTES = 4;

  /**
   * The largest id, which is also the largest number of ids of a recording. The smallest id is 1.
   * The engine adds up the counters of all ids in one buffer, which has a long for each id and one
   * for 0, and a buffer has fewer than 2^31 bytes.
   */
  public static final int MAX_ID = Integer.MAX_VALUE / Long.BYTES - 1;

  public static final int BEGIN = Integer.MIN_VALUE + 1;
  public static final int RESUME = Integer.MIN_VALUE + 2;
  public static final int CLOSE = Integer.MIN_VALUE + 3;

  // MIN_VALUE + 4 is used in the chunks of a journal (JournalFormat.TIMES in the engine).

  public static final int PACKED = Integer.MIN_VALUE + 0x100;

  /** The control words of packed paths are at least {@link #PACKED} and below this number. */
  public static final int PACKED_LIMIT = PACKED + 0x100;

  /**
   * The mask of the field, in a control word of packed paths, that has the number of bits of a
   * path. The kind is above that field.
   */
  public static final int PACKED_BITS_MASK = (1 << 5) - 1;

  public static final int PACKED_GOES_ON = 0;
  public static final int PACKED_LAST = 1 << 5;
  public static final int PACKED_CLOSED = 2 << 5;
  public static final int PACKED_WHOLE = 4 << 5;

  public static final int PACKED_BYTES = 4 * WORD_BYTES;

  public static final int RUN = PACKED_LIMIT;

  /** The control words of runs are at least {@link #RUN} and below this number. */
  public static final int RUN_LIMIT = RUN + PACKED_BITS_MASK + 1;

  public static final int RUN_BYTES = 4 * WORD_BYTES;

  /** The number of low bits of an activation that are its sequence. */
  public static final int SEQUENCE_BITS = 24;

  public static final long SEQUENCE_MASK = (1L << SEQUENCE_BITS) - 1;

  /**
   * The largest number of bytes for which room is made in a chunk in one step: a RESUME, packed
   * paths and a run.
   */
  public static final int MAX_RECORD_BYTES = 3 * WORD_BYTES + PACKED_BYTES + RUN_BYTES;
}
