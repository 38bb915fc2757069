package org.kpathjvm.runtime.words;

import org.kpathjvm.runtime.layout.PackedWord;

/**
 * The contexts of methods whose path numbers are so short that k-1 path numbers fit into a long.
 * Such a context is called a tail. A tail has an activation's last k-1 paths, or all paths if there
 * are fewer. The latest path is in the lowest bits. Above the paths is a bit that is always set.
 * The tail after a word is computed from the word and the tail before the word, without a look-up
 * in a table of contexts.
 */
public final class Tails {
  private Tails() {}

  /** The largest number of bits of all paths in a tail. */
  private static final int MOST_BITS = Long.SIZE - 2;

  /**
   * The tail without paths. Before an activation's first word, the local variable for the
   * activation's tail is 0 instead.
   */
  public static final long NONE = 1;

  /** For each number of bits of a path, the index of the set bit in a word without paths. */
  private static final int[] EMPTY = new int[PackedWord.MOST_BITS + 1];

  static {
    for (int bits = 1; bits < EMPTY.length; bits++) {
      EMPTY[bits] = Long.numberOfTrailingZeros(PackedWord.empty(bits));
    }
  }

  /** Returns the largest number of bits that a path may have so that k-1 paths fit into a tail. */
  public static int widest(int k) {
    return Math.min(MOST_BITS / (k - 1), PackedWord.WIDEST_PACKED_BITS);
  }

  /**
   * Returns the tail after a word.
   *
   * @param most the number of bits of k-1 paths
   */
  public static long after(long tail, long word, int bits, int most) {
    int used = used(word, bits);
    int before = Long.SIZE - 1 - Long.numberOfLeadingZeros(tail);
    long all = tail << used | word & (1L << used) - 1;
    return before + used < most ? all : all & (1L << most) - 1 | 1L << most;
  }

  static long empty(int bits) {
    return 1L << EMPTY[bits];
  }

  /** Returns the number of bits of all paths in a word. */
  public static int used(long word, int bits) {
    return Long.SIZE - 1 - Long.numberOfLeadingZeros(word) - EMPTY[bits];
  }

  /** Returns a tail's paths as a word. */
  public static long word(long tail, int bits) {
    long end = Long.highestOneBit(tail);
    return end << EMPTY[bits] | tail ^ end;
  }
}
