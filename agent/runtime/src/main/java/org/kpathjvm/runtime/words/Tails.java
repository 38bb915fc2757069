package org.kpathjvm.runtime.words;

import org.kpathjvm.runtime.layout.PackedWord;

/**
 * Contexts of methods whose k-1 paths fit a long. A tail has the last k-1 paths of an activation,
 * or all of them if there are fewer. The latest path is in the lowest bits, and a bit that is
 * always set is above the paths. The tail after a word follows from the word and the tail before
 * it, without a look into memory.
 */
public final class Tails {
  private Tails() {}

  /** The most bits that the paths of a tail may have. */
  private static final int MOST_BITS = Long.SIZE - 2;

  /** The tail without paths. An activation's value 0, before its first word, stands for it. */
  public static final long NONE = 1;

  /** The place of the bit above the paths in a word without paths, by the bits of a path. */
  private static final int[] EMPTY = new int[PackedWord.MOST_BITS + 1];

  static {
    for (int bits = 1; bits < EMPTY.length; bits++) {
      EMPTY[bits] = Long.numberOfTrailingZeros(PackedWord.empty(bits));
    }
  }

  /** Returns how many bits a path may have at most, so that k-1 paths fit a tail. */
  public static int widest(int k) {
    return Math.min(MOST_BITS / (k - 1), PackedWord.WIDEST_PACKED_BITS);
  }

  /**
   * Returns the tail after a word.
   *
   * @param most the bits of k-1 paths
   */
  public static long after(long tail, long word, int bits, int most) {
    int used = used(word, bits);
    int before = Long.SIZE - 1 - Long.numberOfLeadingZeros(tail);
    long all = tail << used | word & (1L << used) - 1;
    return before + used < most ? all : all & (1L << most) - 1 | 1L << most;
  }

  /** Returns a word without paths. */
  static long empty(int bits) {
    return 1L << EMPTY[bits];
  }

  /** Returns how many bits a word's paths have. */
  public static int used(long word, int bits) {
    return Long.SIZE - 1 - Long.numberOfLeadingZeros(word) - EMPTY[bits];
  }

  /** Returns a tail's paths as a word. */
  public static long word(long tail, int bits) {
    long end = Long.highestOneBit(tail);
    return end << EMPTY[bits] | tail ^ end;
  }
}
