package org.kpathjvm.runtime.layout;

/**
 * The words of a stream chunk. They are ints in the machine's byte order. A zero word is the end of
 * what has been written so far. A record never spans two chunks.
 *
 * <pre>
 * w &gt; 0                   path w was completed; its activation goes on
 * -MAX_ID &lt;= w &lt; 0        path -w was completed and its activation is over
 * BEGIN  low high         the events that follow belong to a new activation
 * RESUME low high         the events that follow belong to this activation, which began earlier
 * CLOSE                   the current activation is over without a further path: it was left by an
 *                         exception, or an exception was dispatched to one of its handlers (then
 *                         what follows in the same frame begins as another activation)
 * PACKED + kind + bits  first low high
 *                         the paths of a {@link PackedWord} whose halves are low and high;
 *                         a path takes this many bits, and the id of path number 0 is first;
 *                         by kind:
 *                         PACKED_GOES_ON   they belong to the current activation, which goes on
 *                         PACKED_LAST      the last of them is the current activation's last
 *                         PACKED_CLOSED    the current activation is over, as if a CLOSE followed them
 *                         PACKED_WHOLE     with one of these two: they are an activation of their
 *                                          own, from its beginning to its end; the current one
 *                                          stays the current one
 * RUN + bits  first path count
 *                         the current activation completed the same path several times, as many as
 *                         count says, and goes on; path is the path's number, a path of its method
 *                         takes this many bits, and the id of path number 0 is first
 * </pre>
 *
 * <p>An activation is the long {@code number << SEQUENCE_BITS | sequence}; low and high are its
 * halves. BEGIN has sequence 0. Each RESUME of the activation, on whatever thread, has the next
 * sequence (modulo 2^24). That orders the pieces of a virtual thread's activation over the streams
 * of its carriers.
 *
 * <p>A reader that meets a RESUME takes the activation over from the stream that had it before. It
 * may do so only when that stream has gone on to something else, or has been read to its end after
 * the RESUME was seen. The sequence alone doesn't show whether words of the piece before are still
 * unread.
 *
 * <p>Publication: a path is one plain int store. In a longer record the payload is stored first and
 * the control word last, with release. A reader takes the control word with acquire.
 */
public final class StreamFormat {
  private StreamFormat() {}

  public static final int WORD_BYTES = 4;

  /** Ids are 1 to MAX_ID. */
  public static final int MAX_ID = (1 << 30) - 1;

  public static final int BEGIN = Integer.MIN_VALUE + 1;
  public static final int RESUME = Integer.MIN_VALUE + 2;
  public static final int CLOSE = Integer.MIN_VALUE + 3;

  // MIN_VALUE + 4 is taken: chunks in a journal have it (JournalFormat.TIMES in the engine).

  public static final int PACKED = Integer.MIN_VALUE + 0x100;

  /** The control words of packed paths lie between {@link #PACKED} and this (exclusive). */
  public static final int PACKED_LIMIT = PACKED + 0x100;

  /** The mask of the bits of a path in a control word of packed paths. The kind is above them. */
  public static final int PACKED_BITS_MASK = (1 << 5) - 1;

  public static final int PACKED_GOES_ON = 0;
  public static final int PACKED_LAST = 1 << 5;
  public static final int PACKED_CLOSED = 2 << 5;
  public static final int PACKED_WHOLE = 4 << 5;

  public static final int PACKED_BYTES = 4 * WORD_BYTES;

  public static final int RUN = PACKED_LIMIT;

  /** The control words of runs lie between {@link #RUN} and this (exclusive). */
  public static final int RUN_LIMIT = RUN + PACKED_BITS_MASK + 1;

  public static final int RUN_BYTES = 4 * WORD_BYTES;

  /** How many low bits of an activation hold its sequence. */
  public static final int SEQUENCE_BITS = 24;

  public static final long SEQUENCE_MASK = (1L << SEQUENCE_BITS) - 1;

  /**
   * The length in bytes of the longest records that are written at once: a RESUME, packed paths and
   * a run.
   */
  public static final int MAX_RECORD_BYTES = 3 * WORD_BYTES + PACKED_BYTES + RUN_BYTES;
}
