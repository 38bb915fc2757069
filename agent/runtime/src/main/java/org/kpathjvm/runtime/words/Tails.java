package org.kpathjvm.runtime.words;

import org.kpathjvm.runtime.layout.PackedWord;

/**
 * Contexts of methods whose k-1 paths fit a long: the last k-1 paths of an activation, or all if
 * there are fewer, the latest in the lowest bits, below a bit that is always set. What comes after
 * a word follows from the two, without a look into memory.
 */
public final class Tails {
  private Tails() {}

  /** Most bits of paths. */
  private static final int MOST_BITS = Long.SIZE - 2;

  /** No paths: what 0, an activation without a word, stands for. */
  public static final long NONE = 1;

  /** By bits of a path, the place of the bit above them in a word without paths. */
  private static final int[] EMPTY = new int[PackedWord.MOST_BITS + 1];

  static {
    for (int bits = 1; bits < EMPTY.length; bits++) {
      EMPTY[bits] = Long.numberOfTrailingZeros(PackedWord.empty(bits));
    }
  }

  /** The widest paths of which k-1 fit. */
  public static int widest(int k) {
    return Math.min(MOST_BITS / (k - 1), PackedWord.WIDEST_PACKED_BITS);
  }

  /**
   * The tail behind a word.
   *
   * @param most bits of k-1 paths
   */
  public static long after(long tail, long word, int bits, int most) {
    int used = used(word, bits);
    int before = Long.SIZE - 1 - Long.numberOfLeadingZeros(tail);
    long all = tail << used | word & (1L << used) - 1;
    return before + used < most ? all : all & (1L << most) - 1 | 1L << most;
  }

  /** A word without paths. */
  static long empty(int bits) {
    return 1L << EMPTY[bits];
  }

  /** Bits of a word's paths. */
  public static int used(long word, int bits) {
    return Long.SIZE - 1 - Long.numberOfLeadingZeros(word) - EMPTY[bits];
  }

  /** A tail's paths as a word. */
  public static long word(long tail, int bits) {
    long end = Long.highestOneBit(tail);
    return end << EMPTY[bits] | tail ^ end;
  }
}
