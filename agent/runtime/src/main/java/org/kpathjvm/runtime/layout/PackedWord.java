package org.kpathjvm.runtime.layout;

/**
 * Several paths of one activation in a long. A path takes as many bits as the numbers of its
 * method's paths need; the oldest is in the highest ones, below a bit that is always set. An empty
 * word has that bit where it has become the sign when {@link #capacity} paths are in:
 *
 * <pre>
 *  5 bits a path:   0..0 1 | path 0 | path 1 | ... | path n-1       n at most 12
 * </pre>
 *
 * so that a full word is a negative one. A method's packing is a long: the bits of a path, and in
 * the lower half the id of its path 0.
 */
public final class PackedWord {
  private PackedWord() {}

  /** The widest path that a record can have. */
  public static final int MOST_BITS = 31;

  /** The widest path that methods are packed with; with more, a word would hold less than three. */
  public static final int WIDEST_PACKED_BITS = 21;

  private static final int RECIPROCAL_SHIFT = 12;

  /** By bits, rounded up: no product with a number up to 64 is wrong by as much as counts. */
  private static final int[] RECIPROCALS = reciprocals();

  /** Bits that the numbers below {@code pathCount} need. */
  public static int bits(int pathCount) {
    return Math.max(1, 32 - Integer.numberOfLeadingZeros(pathCount - 1));
  }

  /** Paths that a word holds. */
  public static int capacity(int bits) {
    return 63 / bits;
  }

  /** A word without paths. */
  public static long empty(int bits) {
    return 1L << 63 % bits;
  }

  // ---- counted loops: the path of the first trip, and that of all later ones ----

  /** Most trips that are counted before they are written. */
  public static final int MOST_TRIPS = Short.MAX_VALUE;

  /**
   * The paths of a loop's trips, as many as a word holds: the first trip's in the highest bits,
   * then that of all later ones.
   */
  public static long trips(int first, int later, int bits) {
    int above = (capacity(bits) - 1) * bits;
    return (long) first << above | later * ones(bits) & (1L << above) - 1;
  }

  /** The latest path of trips: that of all but the first. */
  public static int laterTrip(long trips, int bits) {
    return (int) trips & (1 << bits) - 1;
  }

  /** Whether all trips have the same path. */
  public static boolean areAlike(long trips, int bits) {
    return trips == laterTrip(trips, bits) * ones(bits);
  }

  /** Whether a word that isn't full isn't either with so many paths more. */
  public static boolean takes(long word, int count, int bits) {
    return count < capacity(bits) && word >>> Long.SIZE - 1 - count * bits == 0;
  }

  /** A word with the paths of so many trips more, which it {@linkplain #takes takes}. */
  public static long with(long word, long trips, int count, int bits) {
    int more = count * bits;
    return word << more | trips >>> capacity(bits) * bits - more;
  }

  /** How many paths a word that isn't full has room for, 1 or more. */
  public static int room(long word, int bits) {
    return quotient(Long.numberOfLeadingZeros(word), bits);
  }

  /**
   * A word that isn't full with the paths of so many trips as it {@linkplain #room has room} for.
   */
  public static long filled(long word, long trips, int room, int bits) {
    int more = room * bits;
    return word << more | trips >>> quotient(Long.SIZE - 1, bits) * bits - more;
  }

  /**
   * The word after trips that it didn't {@linkplain #takes take}: as many of them as there was
   * {@linkplain #room room} for went out with it, and the others too if a word doesn't take them.
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

  /** How many full words so many later trips are. */
  public static int words(int count, int bits) {
    return count / capacity(bits);
  }

  /** A full word of later trips. */
  public static long fullOfTrips(long trips, int bits) {
    return Long.MIN_VALUE | laterTrip(trips, bits) * ones(bits);
  }

  /** The word of what is left of so many later trips behind all their full words. */
  public static long afterFullWords(long trips, int count, int bits) {
    int more = count % capacity(bits) * bits;
    return empty(bits) << more | trips & (1L << more) - 1;
  }

  /**
   * A number up to 64 divided by a path's bits. Where these aren't constants a division costs more
   * than all else that is done with a word.
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

  /** As many paths with number 1 as a word holds. */
  private static long ones(int bits) {
    return ((1L << capacity(bits) * bits) - 1 & Long.MAX_VALUE) / ((1L << bits) - 1);
  }

  /** A word of so many times the same path, as it takes. */
  public static long alike(int path, int count, int bits) {
    int used = count * bits;
    return empty(bits) << used | path * ones(bits) & (1L << used) - 1;
  }

  /** The paths in a word, -1 if that is none. */
  public static int count(long word, int bits) {
    int used = 63 - Long.numberOfLeadingZeros(word) - 63 % bits;
    return used < 0 || used % bits != 0 ? -1 : used / bits;
  }

  /**
   * The ids of a word's paths, the oldest first.
   *
   * @param paths their numbers, the latest in the lowest bits; what is above them doesn't matter
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

  /** A method's packing. */
  public static long packing(int bits, int firstId) {
    return (long) bits << 32 | firstId;
  }

  /** The bits of a path in a packing. */
  public static int bitsOf(long packing) {
    return (int) (packing >>> 32);
  }

  /** The id of path 0 in a packing. */
  public static int firstIdOf(long packing) {
    return (int) packing;
  }
}
