package org.kpathjvm.runtime.words;

import org.kpathjvm.runtime.layout.PackedWord;

/**
 * The words of one method whose paths are few and random: they are divided into pieces so short
 * that each piece behind each tail has a place in an array, which takes no search. Not thread-safe.
 */
final class DenseTails {
  /** Bits of a tail and a piece of one path. */
  private static final int MOST_BITS = 16;

  /** The same of longer pieces, which aren't worth a larger array. */
  private static final int FEW_BITS = 14;

  final long packing;
  private final int bits;
  private final int tailBits;

  /** Bits of a piece. */
  private final int pieceBits;

  /** By the tail's paths and the piece's behind them. */
  private final long[] counts;

  private DenseTails(long packing, int tailBits, int pieceBits, long[] counts) {
    this.packing = packing;
    bits = PackedWord.bitsOf(packing);
    this.tailBits = tailBits;
    this.pieceBits = pieceBits;
    this.counts = counts;
  }

  /** Whether a method's paths are few enough. */
  static boolean fits(long packing, int k) {
    return k * PackedWord.bitsOf(packing) <= MOST_BITS;
  }

  /** The array of a method that {@link #fits}, of a table's memory; null: there is none. */
  static DenseTails of(long packing, int k, TailTable memory) {
    int bits = PackedWord.bitsOf(packing);
    int capacity = PackedWord.capacity(bits);
    int paths = 1;
    for (int more = 2; (k - 1 + more) * bits <= FEW_BITS; more++) {
      // Nothing of a full word should be left over.
      paths = capacity % more == 0 ? more : paths;
    }
    long[] counts = memory.larger(1 << (k - 1 + paths) * bits - 1);
    return counts == null ? null : new DenseTails(packing, (k - 1) * bits, paths * bits, counts);
  }

  /** Whether a tail has k-1 paths, and a word as many as some pieces. */
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

  /** Adds all to a table; false when there is no memory for it. */
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

  /** How often any piece came. */
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
