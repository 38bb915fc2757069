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
