package org.kpathjvm.runtime.words;

import org.kpathjvm.runtime.layout.PackedWord;

/**
 * Decides for each method whether its words are counted whole or in pieces. If paths are random,
 * hardly any long word occurs twice, and counting whole words needs much memory. So each method has
 * a credit, which grows when a word occurs again, and which new words use up. Without credit, new
 * words are divided into pieces of about k-1 paths. There are at most as many different pieces as
 * nodes in the k-BLPP paper's forest. Not thread-safe.
 */
public final class Credits {
  /**
   * If k-1 paths have fewer bits than this, a piece may have more paths, up to this number of bits.
   * At most 256 different pieces of that kind follow each context.
   */
  private static final int PIECE_BITS = 8;

  /**
   * The number of credits. The lowest bits of a method's first id choose its credit, so methods may
   * share one.
   */
  static final int METHODS = 256;

  /**
   * A method's first 2^FREE_SHIFT, or 1024, new long words need no credit. After n new long words,
   * a further one may be added if words have occurred again about n^2 / 1024 times.
   */
  private static final int FREE_SHIFT = 10;

  /** While there is no credit, one long word in this many is still looked up as a whole. */
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
   * @param left the number of bits of the word's paths that aren't in a piece yet
   */
  public int next(int bits, int left) {
    return Math.min(pieceBits[bits], left);
  }

  /** Records that a word in the table has occurred again, {@code times} times. */
  public void found(long packing, long times) {
    again[(int) packing & METHODS - 1] += times;
  }

  /**
   * Records that a word longer than a piece, which occurred {@code times} times, was added to the
   * table.
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
   * Returns whether to look a word up as a whole. This is rarely worth the time without credit,
   * because most of the method's words are in pieces then.
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
