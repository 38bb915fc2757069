package org.kpathjvm.runtime.words;

import org.kpathjvm.runtime.layout.PackedWord;

/**
 * Decides for each method whether its words are counted whole or in pieces. Long words are no use
 * where paths are random, since hardly any word comes twice. So each method has a credit, which
 * grows when a word comes again. While the credit is used up, new words are divided into pieces of
 * about k-1 paths; there are at most as many different pieces as the paper's forest has nodes. Not
 * thread-safe.
 */
public final class Credits {
  /**
   * The paths of a piece may have this many bits even if the bits of k-1 paths are fewer. That
   * makes at most 256 different pieces in each context.
   */
  private static final int PIECE_BITS = 8;

  /**
   * The number of credits. A credit is found by the method's first id, so methods may share one.
   */
  static final int METHODS = 256;

  /**
   * As many new words as 2 to the power of this number are free. After that, n new words need n * n
   * / 1024 words that came again.
   */
  private static final int FREE_SHIFT = 10;

  /** When there is no credit, one word of this many is looked up whole all the same. */
  private static final int TRIED = 8;

  public static final long BYTES = 3L * Long.BYTES * METHODS;

  /** How many bits the paths of a piece have at most, by the bits of one path. */
  private final int[] pieceBits = new int[PackedWord.MOST_BITS + 1];

  private final long[] again = new long[METHODS];
  private final long[] added = new long[METHODS];
  private final long[] skipped = new long[METHODS];

  public Credits(int k) {
    for (int bits = 1; bits < pieceBits.length; bits++) {
      pieceBits[bits] = bits * Math.max(k - 1, PIECE_BITS / bits);
    }
  }

  /** Returns whether a word has more paths than a piece. */
  public boolean isLong(long word, int bits) {
    return bits != 0 && Tails.used(word, bits) > pieceBits[bits];
  }

  /**
   * Returns how many bits the paths of a word's next piece have.
   *
   * @param left the bits of the word's paths that aren't in a piece yet
   */
  public int next(int bits, int left) {
    return Math.min(pieceBits[bits], left);
  }

  /** Notes that a word which was already in the table came {@code times} more times. */
  public void found(long packing, long times) {
    again[(int) packing & METHODS - 1] += times;
  }

  /**
   * Notes that a word which is longer than a piece was added to the table, and came {@code times}
   * times.
   */
  public void added(long packing, long times) {
    int method = (int) packing & METHODS - 1;
    added[method]++;
    again[method] += times - 1;
  }

  /** Returns whether a new word may be added whole. */
  public boolean has(long packing) {
    int method = (int) packing & METHODS - 1;
    return (added[method] >> FREE_SHIFT) * added[method] <= again[method];
  }

  /**
   * Returns whether to look a word up whole. Where most words are divided, that is rarely worth it.
   */
  boolean isTried(long packing) {
    return has(packing) || ++skipped[(int) packing & METHODS - 1] % TRIED == 0;
  }

  /**
   * Returns a piece of a word.
   *
   * @param taken the bits of the piece's paths
   * @param left the bits of the paths after the piece
   */
  public static long piece(long word, int bits, int taken, int left) {
    return Tails.empty(bits) << taken | word >>> left & (1L << taken) - 1;
  }
}
