package org.kpathjvm.runtime.words;

import org.kpathjvm.runtime.layout.PackedWord;

/**
 * Decides for each method whether the method's words are counted as a whole or in pieces. If a
 * method's paths are random, hardly any long word occurs twice, so counting whole words would need
 * much memory. Each method therefore has a credit, which grows when a word occurs again. Adding a
 * new word uses credit. While a method has no credit left, new words are divided into pieces of
 * about k-1 paths. The number of different pieces is at most the number of nodes in the k-BLPP
 * paper's forest. Not thread-safe.
 */
public final class Credits {
  /**
   * If k-1 paths have fewer bits than this, a piece may have more than k-1 paths, up to this number
   * of bits. So there are at most 256 different pieces after each context.
   */
  private static final int PIECE_BITS = 8;

  /**
   * The number of credits. The lowest bits of a method's first id are the number of its credit, so
   * methods may share a credit.
   */
  static final int METHODS = 256;

  /**
   * The first 2^FREE_SHIFT, or 1024, new words of a method need no credit. After that, n new words
   * need about n * n / 1024 words that occurred again.
   */
  private static final int FREE_SHIFT = 10;

  /** If there is no credit, one of this many words is still looked up as a whole. */
  private static final int TRIED = 8;

  public static final long BYTES = 3L * Long.BYTES * METHODS;

  /** The largest number of bits of a piece's paths, by the number of bits of one path. */
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
   * Returns the number of bits of the paths in a word's next piece.
   *
   * @param left the number of bits of those paths of the word that aren't in a piece yet
   */
  public int next(int bits, int left) {
    return Math.min(pieceBits[bits], left);
  }

  /** Records that a word that is in the table has occurred again, {@code times} times. */
  public void found(long packing, long times) {
    again[(int) packing & METHODS - 1] += times;
  }

  /**
   * Records that a word that is longer than a piece was added to the table, and has occurred {@code
   * times} times.
   */
  public void added(long packing, long times) {
    int method = (int) packing & METHODS - 1;
    added[method]++;
    again[method] += times - 1;
  }

  /** Returns whether a new word may be added as a whole. */
  public boolean has(long packing) {
    int method = (int) packing & METHODS - 1;
    return (added[method] >> FREE_SHIFT) * added[method] <= again[method];
  }

  /**
   * Returns whether to look a word up as a whole. If the method has no credit, most of its words
   * are in the table in pieces, so looking up whole words is rarely worth the time.
   */
  boolean isTried(long packing) {
    return has(packing) || ++skipped[(int) packing & METHODS - 1] % TRIED == 0;
  }

  /**
   * Returns a piece of a word.
   *
   * @param taken the number of bits of the piece's paths
   * @param left the number of bits of the paths after the piece
   */
  public static long piece(long word, int bits, int taken, int left) {
    return Tails.empty(bits) << taken | word >>> left & (1L << taken) - 1;
  }
}
