package org.kpathjvm.runtime.words;

import org.kpathjvm.runtime.layout.PackedWord;

/**
 * Decides for each method whether new words are added to a table as a whole or in pieces. If paths
 * are random, hardly any long word occurs twice, and whole words need much memory. So each method
 * has a credit, which grows when a word occurs again, and which new long words use up. When the
 * credit is used up, new long words are divided into pieces of about k-1 paths. There are at most
 * as many different pieces as nodes in the k-BLPP paper's forest. Not thread-safe.
 */
public final class Credits {
  /**
   * If k-1 paths have fewer bits than this, a piece may have more paths, up to this number of bits.
   * At most 256 different pieces of this many bits can follow a context.
   */
  private static final int PIECE_BITS = 8;

  /**
   * The number of credits. The lowest bits of a method's first id choose the method's credit, so
   * several methods may share a credit.
   */
  static final int METHODS = 256;

  /**
   * A method's first 1024 (2^FREE_SHIFT) new long words need no credit. After n new long words, a
   * further new long word may be added as a whole if the method's words have occurred again at
   * least about n^2 / 1024 times.
   */
  private static final int FREE_SHIFT = 10;

  /** While there is no credit, one in this many long words is looked up as a whole. */
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

  /** Returns whether a word is long, which means that it has more paths than a piece can have. */
  public boolean isLong(long word, int bits) {
    return bits != 0 && Tails.used(word, bits) > pieceBits[bits];
  }

  /**
   * Returns the number of bits of the paths in a word's next piece.
   *
   * @param left the number of bits of the word's paths that aren't in a piece yet
   */
  public int next(int bits, int left) {
    return Math.min(pieceBits[bits], left);
  }

  /** Records that a word in the table has occurred {@code times} more times. */
  public void found(long packing, long times) {
    again[(int) packing & METHODS - 1] += times;
  }

  /**
   * Records that a long word, which occurred {@code times} times, was added to the table as a
   * whole.
   */
  public void added(long packing, long times) {
    int method = (int) packing & METHODS - 1;
    added[method]++;
    again[method] += times - 1;
  }

  /** Returns whether the method has the credit to add a new long word as a whole. */
  public boolean has(long packing) {
    int method = (int) packing & METHODS - 1;
    return (added[method] >> FREE_SHIFT) * added[method] <= again[method];
  }

  /**
   * Returns whether to look a long word up as a whole. Without credit, the look-up is rarely worth
   * the time, because most of the method's long words are in pieces then.
   */
  boolean isTried(long packing) {
    return has(packing) || ++skipped[(int) packing & METHODS - 1] % TRIED == 0;
  }

  /**
   * Returns a piece of a word.
   *
   * @param taken the number of bits of the paths in the piece
   * @param left the number of bits of the paths after the piece
   */
  public static long piece(long word, int bits, int taken, int left) {
    return Tails.empty(bits) << taken | word >>> left & (1L << taken) - 1;
  }
}
