package org.kpathjvm.runtime.words;

import org.kpathjvm.runtime.layout.PackedWord;

/**
 * Counts the words of one method whose paths are few and random. Words are divided into such short
 * pieces that each piece after each tail has a place in an array, so nothing has to be searched.
 * Not thread-safe.
 */
final class DenseTails {
  /** The most bits that a tail and a piece of one path may have together. */
  private static final int MOST_BITS = 16;

  /**
   * The most bits that a tail and a longer piece may have together. Longer pieces aren't worth a
   * larger array.
   */
  private static final int FEW_BITS = 14;

  final long packing;
  private final int bits;
  private final int tailBits;

  /** How many bits the paths of a piece have. */
  private final int pieceBits;

  /** The counts, indexed by the paths of the tail followed by those of the piece. */
  private final long[] counts;

  private DenseTails(long packing, int tailBits, int pieceBits, long[] counts) {
    this.packing = packing;
    bits = PackedWord.bitsOf(packing);
    this.tailBits = tailBits;
    this.pieceBits = pieceBits;
    this.counts = counts;
  }

  /** Returns whether a method's paths are few enough. */
  static boolean fits(long packing, int k) {
    return k * PackedWord.bitsOf(packing) <= MOST_BITS;
  }

  /**
   * Creates the array of a method that {@link #fits}, in the memory of a table. Returns null when
   * there is no memory.
   */
  static DenseTails of(long packing, int k, TailTable memory) {
    int bits = PackedWord.bitsOf(packing);
    int capacity = PackedWord.capacity(bits);
    int paths = 1;
    for (int more = 2; (k - 1 + more) * bits <= FEW_BITS; more++) {
      // This makes sure that pieces divide a full word evenly.
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

  /** Adds all counts to a table. Returns false when there is no memory for them. */
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

  /** Returns how many pieces were counted. */
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
