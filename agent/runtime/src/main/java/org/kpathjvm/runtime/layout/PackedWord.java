package org.kpathjvm.runtime.layout;

/**
 * Several paths of one activation in a long. A path takes as many bits as the numbers of its
 * method's paths need. The oldest path is in the highest bits, below a bit that is always set. That
 * bit moves up as paths are added; it has become the sign when {@link #capacity} paths are in, so a
 * full word is negative:
 *
 * <pre>
 * 5 bits a path:   0..0 1 | path 0 | path 1 | ... | path n-1       n at most 12
 * </pre>
 *
 * <p>A method's packing is a long: the bits of a path in the upper half, and the id of the method's
 * path 0 in the lower half.
 */
public final class PackedWord {
  private PackedWord() {}

  /** The bits of the widest path that a record can have. */
  public static final int MOST_BITS = 31;

  /**
   * The most bits that a path has in a method's packing. With more bits a word would hold fewer
   * than three paths.
   */
  public static final int WIDEST_PACKED_BITS = 21;

  /** A place of a whole word in a segment has this many bits. */
  static final int PLACE_BITS = 10;

  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final int RECIPROCAL_SHIFT = 12;

  /**
   * Reciprocals by bits, rounded up. The rounding never changes a quotient of a number up to 64.
   */
  private static final int[] RECIPROCALS = reciprocals();

  /** Returns how many bits the numbers below {@code pathCount} need. */
  public static int bits(int pathCount) {
    return Math.max(1, 32 - Integer.numberOfLeadingZeros(pathCount - 1));
  }

  /** Returns how many paths a word holds. */
  public static int capacity(int bits) {
    return 63 / bits;
  }

  /** Returns a word without paths. */
  public static long empty(int bits) {
    return 1L << 63 % bits;
  }

  // ---- counted loops: the path of the first trip, and that of all later ones ----

  /** The most trips that are counted before they are written. */
  public static final int MOST_TRIPS = Short.MAX_VALUE;

  /**
   * Returns the paths of a loop's trips, as many as a word holds. The first trip's path is in the
   * highest bits, and that of all later trips follows.
   */
  public static long trips(int first, int later, int bits) {
    int above = (capacity(bits) - 1) * bits;
    return (long) first << above | later * ones(bits) & (1L << above) - 1;
  }

  /** Returns the path that all trips but the first have. */
  public static int laterTrip(long trips, int bits) {
    return (int) trips & (1 << bits) - 1;
  }

  /** Returns whether all trips have the same path. */
  public static boolean areAlike(long trips, int bits) {
    return trips == laterTrip(trips, bits) * ones(bits);
  }

  /** Returns whether a word that isn't full still isn't full after {@code count} more paths. */
  public static boolean takes(long word, int count, int bits) {
    return count < capacity(bits) && word >>> Long.SIZE - 1 - count * bits == 0;
  }

  /**
   * Returns the word after the paths of {@code count} more trips, for which it has {@linkplain
   * #room room}.
   */
  public static long with(long word, long trips, int count, int bits) {
    int more = count * bits;
    return word << more | trips >>> capacity(bits) * bits - more;
  }

  /** Returns how many paths a word that isn't full has room for, 1 or more. */
  public static int room(long word, int bits) {
    return quotient(Long.numberOfLeadingZeros(word), bits);
  }

  /**
   * Fills a word, which isn't full yet, with trips. Returns the full word.
   *
   * @param room how many paths the word {@linkplain #room has room} for
   */
  public static long filled(long word, long trips, int room, int bits) {
    int more = room * bits;
    return word << more | trips >>> quotient(Long.SIZE - 1, bits) * bits - more;
  }

  /**
   * Returns the word after trips that it didn't {@linkplain #takes take}. As many trips as there
   * was {@linkplain #room room} for were written with it. The others were written too if they would
   * fill a word.
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

  /** Returns how many full words {@code count} later trips make. */
  public static int words(int count, int bits) {
    return count / capacity(bits);
  }

  /** Returns a full word of later trips. */
  public static long fullOfTrips(long trips, int bits) {
    return Long.MIN_VALUE | laterTrip(trips, bits) * ones(bits);
  }

  /**
   * Returns the word with those later trips that are left when {@code count} of them have filled as
   * many words as they can.
   */
  public static long afterFullWords(long trips, int count, int bits) {
    int more = count % capacity(bits) * bits;
    return empty(bits) << more | trips & (1L << more) - 1;
  }

  /**
   * Divides a number up to 64 by the bits of a path. Where the bits aren't a constant, a division
   * would cost more than everything else that is done with a word.
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

  /** Returns as many paths with number 1 as a word holds. */
  private static long ones(int bits) {
    return ((1L << capacity(bits) * bits) - 1 & Long.MAX_VALUE) / ((1L << bits) - 1);
  }

  /**
   * Returns a word with the same path {@code count} times.
   *
   * @param count at most the {@link #capacity}
   */
  public static long alike(int path, int count, int bits) {
    int used = count * bits;
    return empty(bits) << used | path * ones(bits) & (1L << used) - 1;
  }

  /** Returns how many paths a word has; -1 if the long isn't a word. */
  public static int count(long word, int bits) {
    int used = 63 - Long.numberOfLeadingZeros(word) - 63 % bits;
    return used < 0 || used % bits != 0 ? -1 : used / bits;
  }

  /**
   * Unpacks the ids of a word's paths, the oldest first.
   *
   * @param paths the numbers of the paths, the latest in the lowest bits; the bits above the paths
   *     don't matter
   * @param into takes {@code count} ids, from its beginning
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

  /** Returns the bits of a path in a packing. */
  public static int bitsOf(long packing) {
    return (int) (packing >>> 32);
  }

  /** Returns the id of path 0 in a packing. */
  public static int firstIdOf(long packing) {
    return (int) packing;
  }

  /**
   * Returns the place of a whole word of a method: 0 to 2^{@link #PLACE_BITS} - 1, spread evenly.
   */
  public static int place(long word, long packing) {
    return (int) ((word ^ packing * MULTIPLIER) * MULTIPLIER >>> Long.SIZE - PLACE_BITS);
  }
}
