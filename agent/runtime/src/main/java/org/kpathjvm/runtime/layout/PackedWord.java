package org.kpathjvm.runtime.layout;

/**
 * A word: paths of one activation, packed into a long. In the words of one method, all paths take
 * the same number of bits. A path whose number needs more bits isn't put into a word. The oldest
 * path is in the highest bits, below a bit that is always set and moves up as paths are added. In a
 * full word, which has {@link #capacity} paths, that bit is the sign, so the word is negative. A
 * word with n paths of 5 bits:
 *
 * <pre>
 * 5 bits a path:   0..0 1 | path 0 | path 1 | ... | path n-1       n at most 12
 * </pre>
 *
 * <p>A method's packing is a long: the number of bits of a path in the upper half, and the id of
 * the path with the number 0 in the lower half.
 */
public final class PackedWord {
  private PackedWord() {}

  /** The largest number of bits that a path can have in a record of a stream. */
  public static final int MOST_BITS = 31;

  /**
   * The largest number of bits of a path in a method's packing. With more, a word would have fewer
   * than three paths.
   */
  public static final int WIDEST_PACKED_BITS = 21;

  /** A segment has 2^PLACE_BITS places for {@linkplain SegmentLayout#WHOLE_WORDS whole words}. */
  static final int PLACE_BITS = 10;

  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final int RECIPROCAL_SHIFT = 12;

  /**
   * For each number of bits, 2^RECIPROCAL_SHIFT divided by that number and rounded up. Despite the
   * rounding, {@link #quotient} is exact for dividends up to 64.
   */
  private static final int[] RECIPROCALS = reciprocals();

  /** Returns the number of bits that numbers below {@code pathCount} need. */
  public static int bits(int pathCount) {
    return Math.max(1, 32 - Integer.numberOfLeadingZeros(pathCount - 1));
  }

  /** Returns the number of paths of a full word. */
  public static int capacity(int bits) {
    return 63 / bits;
  }

  /** Returns a word without paths. */
  public static long empty(int bits) {
    return 1L << 63 % bits;
  }

  // ---- counted loops: the path of the first trip, and the path of all later trips ----

  /** The largest number of trips that are counted before the trips are written. */
  public static final int MOST_TRIPS = Short.MAX_VALUE;

  /**
   * Returns the paths of a loop's first trips, up to the {@link #capacity} of a word. The first
   * trip's path is in the highest bits. Below that path, the path of all later trips is repeated.
   */
  public static long trips(int first, int later, int bits) {
    int above = (capacity(bits) - 1) * bits;
    return (long) first << above | later * ones(bits) & (1L << above) - 1;
  }

  /** Returns the number of the path that all trips but the first have. */
  public static int laterTrip(long trips, int bits) {
    return (int) trips & (1 << bits) - 1;
  }

  /** Returns whether all trips have the same path. */
  public static boolean areAlike(long trips, int bits) {
    return trips == laterTrip(trips, bits) * ones(bits);
  }

  /**
   * Returns whether a word can take {@code count} more paths without becoming full. The word must
   * not be full.
   */
  public static boolean takes(long word, int count, int bits) {
    return count < capacity(bits) && word >>> Long.SIZE - 1 - count * bits == 0;
  }

  /**
   * Returns the word with the paths of {@code count} trips added. The word must have {@linkplain
   * #room room} for these paths.
   */
  public static long with(long word, long trips, int count, int bits) {
    int more = count * bits;
    return word << more | trips >>> capacity(bits) * bits - more;
  }

  /**
   * Returns the number of paths, at least 1, that a word has room for. The word must not be full.
   */
  public static int room(long word, int bits) {
    return quotient(Long.numberOfLeadingZeros(word), bits);
  }

  /**
   * Returns the word after trips have filled it. The given word must not be full.
   *
   * @param room the number of paths that the word {@linkplain #room has room} for
   */
  public static long filled(long word, long trips, int room, int bits) {
    int more = room * bits;
    return word << more | trips >>> quotient(Long.SIZE - 1, bits) * bits - more;
  }

  /**
   * Returns the activation's new word after {@code count} trips that the old word didn't
   * {@linkplain #takes take}. Some of these trips filled the old word and were written with it. If
   * the remaining trips fill at least one more word, they were written, too, and the new word is
   * empty. If they don't, the new word has the paths of the remaining trips.
   */
  public static long afterTrips(long word, long trips, int count, int bits) {
    int capacity = quotient(Long.SIZE - 1, bits);
    long empty = 1L << Long.SIZE - 1 - capacity * bits;
    int left = count - room(word, bits);
    if (left >= capacity) {
      return empty;
    }
    return empty << left * bits | trips & (1L << left * bits) - 1;
  }

  /** Returns the number of full words that the paths of {@code count} later trips fill. */
  public static int words(int count, int bits) {
    return count / capacity(bits);
  }

  /** Returns a full word that has only later trips. */
  public static long fullOfTrips(long trips, int bits) {
    return Long.MIN_VALUE | laterTrip(trips, bits) * ones(bits);
  }

  /**
   * Returns a word with the trips that remain when {@code count} later trips are divided into full
   * words.
   */
  public static long afterFullWords(long trips, int count, int bits) {
    int more = count % capacity(bits) * bits;
    return empty(bits) << more | trips & (1L << more) - 1;
  }

  /**
   * Divides a number of at most 64 by the number of bits of a path. If {@code bits} isn't a
   * constant, a real division would take longer than everything else that is done with a word.
   */
  private static int quotient(int dividend, int bits) {
    return dividend * RECIPROCALS[bits] >>> RECIPROCAL_SHIFT;
  }

  private static int[] reciprocals() {
    int[] reciprocals = new int[MOST_BITS + 1];
    for (int bits = 1; bits <= MOST_BITS; bits++) {
      reciprocals[bits] = ((1 << RECIPROCAL_SHIFT) - 1) / bits + 1;
    }
    return reciprocals;
  }

  /** Returns the paths of a full word in which every path has the number 1. */
  private static long ones(int bits) {
    return ((1L << capacity(bits) * bits) - 1 & Long.MAX_VALUE) / ((1L << bits) - 1);
  }

  /**
   * Returns a word that has the same path {@code count} times.
   *
   * @param count the number of paths, at most the {@link #capacity}
   */
  public static long alike(int path, int count, int bits) {
    int used = count * bits;
    return empty(bits) << used | path * ones(bits) & (1L << used) - 1;
  }

  /** Returns the number of paths in a word; -1 if the long isn't a word. */
  public static int count(long word, int bits) {
    int used = 63 - Long.numberOfLeadingZeros(word) - 63 % bits;
    return used < 0 || used % bits != 0 ? -1 : used / bits;
  }

  /**
   * Unpacks the ids of a word's paths, the oldest path first.
   *
   * @param paths the numbers of the paths, the latest in the lowest bits; the bits above these
   *     numbers don't matter
   * @param into receives {@code count} ids, beginning at index 0
   */
  public static void unpack(long paths, int bits, int count, int firstId, int[] into) {
    int mask = (1 << bits) - 1;
    long rest = paths;
    for (int at = count - 1; at >= 0; at--) {
      into[at] = firstId + ((int) rest & mask);
      rest >>>= bits;
    }
  }

  /** Returns a method's packing. */
  public static long packing(int bits, int firstId) {
    return (long) bits << 32 | firstId;
  }

  /** Returns the number of bits of a path in a packing. */
  public static int bitsOf(long packing) {
    return (int) (packing >>> 32);
  }

  /** Returns the id that a packing has for the path with the number 0. */
  public static int firstIdOf(long packing) {
    return (int) packing;
  }

  /**
   * Returns one of the two places that a whole word can have in the segment ({@link
   * SegmentLayout#WHOLE_WORDS}): a hash of the word and the packing, from 0 to 2^{@link
   * #PLACE_BITS} - 1.
   */
  public static int place(long word, long packing) {
    return (int) ((word ^ packing * MULTIPLIER) * MULTIPLIER >>> Long.SIZE - PLACE_BITS);
  }
}
