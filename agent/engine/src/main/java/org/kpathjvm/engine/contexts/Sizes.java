package org.kpathjvm.engine.contexts;

import java.math.BigInteger;

/** Computes lengths of arrays, and steps for walks through hash tables. */
final class Sizes {
  private static final int DOUBLED_UP_TO = 1 << 10;
  private static final int LONGEST = Integer.MAX_VALUE - 64;

  private Sizes() {}

  /**
   * Returns how many places a hash table needs for the given number of entries, so that at most
   * three quarters of the places are used.
   */
  static long places(long entries) {
    return entries + entries / 3 + 1;
  }

  /**
   * Returns a step with which a walk through a hash table visits each place once, but not in order.
   * In a hash table, the entries are in the order of their hashes. If a walk in this order added
   * the entries to another table that grows meanwhile, they would crowd at the beginning of that
   * table.
   */
  static int step(int places) {
    int step = Math.max((int) (places * 0.618), 1);
    while (BigInteger.valueOf(step).gcd(BigInteger.valueOf(places)).intValue() != 1) {
      step++;
    }
    return step;
  }

  /**
   * Returns the new length of an array of records that needs at least {@code least} longs. The
   * present length is returned if it is enough. Otherwise the length of a short array is doubled,
   * and the length of a longer array grows by half.
   *
   * @param stride the number of longs in a record
   * @param snug whether the length grows only by an eighth
   * @throws OutOfMemoryError if no array can be long enough
   */
  static int grown(int length, long least, int stride, boolean snug) {
    if (least <= length) {
      return length;
    }
    long records = length / stride;
    long more = snug ? records / 8 : records < DOUBLED_UP_TO ? records : records / 2;
    long grown = Math.max(Math.min((records + more) * stride, LONGEST / stride * stride), least);
    if (grown > LONGEST) {
      throw new OutOfMemoryError("a table of " + least + " longs");
    }
    return (int) grown;
  }
}
