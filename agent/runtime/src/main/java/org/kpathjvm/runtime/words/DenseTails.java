package org.kpathjvm.runtime.words;

import org.kpathjvm.runtime.layout.PackedWord;

/**
 * Counts the words of one method that has few paths and completes its paths in random order. Words
 * are divided into short pieces. An array has an element for each pair of a {@linkplain Tails tail}
 * and the piece after the tail, so no search is needed. Not thread-safe.
 */
final class DenseTails {
  /** The largest number of bits of a tail and a piece together, if the piece has one path. */
  private static final int MOST_BITS = 16;

  /**
   * The largest number of bits of a tail and a piece together, if the piece has several paths.
   * Longer pieces would save less time than the larger array would cost.
   */
  private static final int FEW_BITS = 14;

  final long packing;
  private final int bits;
  private final int tailBits;

  private final int pieceBits;

  /**
   * The counts. The bits of an index are the paths of the tail, followed by the paths of the piece.
   */
  private final long[] counts;

  private DenseTails(long packing, int tailBits, int pieceBits, long[] counts) {
    this.packing = packing;
    bits = PackedWord.bitsOf(packing);
    this.tailBits = tailBits;
    this.pieceBits = pieceBits;
    this.counts = counts;
  }

  /** Returns whether a method has few enough paths to be counted in an array. */
  static boolean fits(long packing, int k) {
    return k * PackedWord.bitsOf(packing) <= MOST_BITS;
  }

  /**
   * Creates an object for a method that {@linkplain #fits fits}. Returns null if there is no
   * memory.
   *
   * @param memory the table that allocates the new object's array
   */
  static DenseTails of(long packing, int k, TailTable memory) {
    int bits = PackedWord.bitsOf(packing);
    int capacity = PackedWord.capacity(bits);
    int paths = 1;
    for (int more = 2; (k - 1 + more) * bits <= FEW_BITS; more++) {
      // A full word must consist of whole pieces.
      paths = capacity % more == 0 ? more : paths;
    }
    long[] counts = memory.larger(1 << (k - 1 + paths) * bits - 1);
    return counts == null ? null : new DenseTails(packing, (k - 1) * bits, paths * bits, counts);
  }

  /** Returns whether a tail has k-1 paths and a word consists of whole pieces. */
  boolean takes(long tail, long word) {
    return tail >>> tailBits == 1 && Tails.used(word, bits) % pieceBits == 0;
  }

  void add(long tail, long word, long times) {
    int used = Tails.used(word, bits);
    long paths = word & (1L << used) - 1;
    int mask = counts.length - 1;
    for (int left = used - pieceBits; left >= 0; left -= pieceBits) {
      counts[(int) (paths >>> left | tail << used - left) & mask] += times;
    }
  }

  /** Moves all counts to a table. Returns false if there is no memory for some of them. */
  boolean moveTo(TailTable table) {
    long empty = PackedWord.empty(bits) << pieceBits;
    for (int at = 0; at < counts.length; at++) {
      if (counts[at] != 0) {
        long tail = 1L << tailBits | at >>> pieceBits;
        long piece = empty | at & (1L << pieceBits) - 1;
        if (!table.add(tail, piece, packing, counts[at])) {
          return false;
        }
        counts[at] = 0;
      }
    }
    return true;
  }

  /** Returns how often pieces have occurred. */
  long pieces() {
    long pieces = 0;
    for (long count : counts) {
      pieces += count;
    }
    return pieces;
  }

  int piecePaths() {
    return pieceBits / bits;
  }

  long bytes() {
    return 8L * counts.length;
  }
}
