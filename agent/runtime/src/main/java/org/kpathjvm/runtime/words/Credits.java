package org.kpathjvm.runtime.words;

import org.kpathjvm.runtime.layout.PackedWord;

/**
 * Whether a method's words are looked up as they are or in pieces. Long words are no use where the
 * paths are random, since hardly any comes twice. So each method has a credit, which words that
 * come again raise: while it is used up, a new word is divided into pieces of about k-1 paths, of
 * which there are no more than the paper's forest has nodes. Not thread-safe.
 */
public final class Credits {
  /** Bits of paths that a piece may always have: no more than 256 of each context. */
  private static final int PIECE_BITS = 8;

  /** Credits are found by the first id: methods may share one. */
  static final int METHODS = 256;

  /** So many new words are free; then n of them take n * n / 1024 that came again. */
  private static final int FREE_SHIFT = 10;

  /** Of so many words one is looked up as it is though there is no credit. */
  private static final int TRIED = 8;

  public static final long BYTES = 3L * Long.BYTES * METHODS;

  /** Bits of a piece's paths, by those of a path. */
  private final int[] pieceBits = new int[PackedWord.MOST_BITS + 1];

  private final long[] again = new long[METHODS];
  private final long[] added = new long[METHODS];
  private final long[] skipped = new long[METHODS];

  public Credits(int k) {
    for (int bits = 1; bits < pieceBits.length; bits++) {
      pieceBits[bits] = bits * Math.max(k - 1, PIECE_BITS / bits);
    }
  }

  /** Whether a word has more paths than a piece. */
  public boolean isLong(long word, int bits) {
    return bits != 0 && Tails.used(word, bits) > pieceBits[bits];
  }

  /** Bits of the paths of a word's next piece, if so many are left. */
  public int next(int bits, int left) {
    return Math.min(pieceBits[bits], left);
  }

  /** A word was there, which came so many times. */
  public void found(long packing, long times) {
    again[(int) packing & METHODS - 1] += times;
  }

  /** A word has been added that isn't as short as a piece, and came so many times. */
  public void added(long packing, long times) {
    int method = (int) packing & METHODS - 1;
    added[method]++;
    again[method] += times - 1;
  }

  /** Whether a new word may be added as it is. */
  public boolean has(long packing) {
    int method = (int) packing & METHODS - 1;
    return (added[method] >> FREE_SHIFT) * added[method] <= again[method];
  }

  /** Whether to look a word up as it is: it isn't worth it where most are divided. */
  boolean isTried(long packing) {
    return has(packing) || ++skipped[(int) packing & METHODS - 1] % TRIED == 0;
  }

  /** The paths in so many of a word's bits, with so many bits left behind them. */
  public static long piece(long word, int bits, int taken, int left) {
    return Tails.empty(bits) << taken | word >>> left & (1L << taken) - 1;
  }
}
