package org.kpathjvm.engine.contexts;

import java.math.BigInteger;

/** Says how long the tables' arrays become. */
final class Sizes {
  private static final int DOUBLED_UP_TO = 1 << 10;
  private static final int LONGEST = Integer.MAX_VALUE - 64;

  private Sizes() {}

  /**
   * Returns how many places a hash table has for that many entries. At most three fourths of the
   * places are used.
   */
  static long places(long entries) {
    return entries + entries / 3 + 1;
  }

  /**
   * Returns how far to go from place to place so that each place is visited once, but not in order.
   * If entries came in the order of their hashes into a table that grows, they would all lie at its
   * beginning.
   */
  static int step(int places) {
    int step = Math.max((int) (places * 0.618), 1);
    while (BigInteger.valueOf(step).gcd(BigInteger.valueOf(places)).intValue() != 1) {
      step++;
    }
    return step;
  }

  /**
   * Returns the length of an array of records that needs at least {@code least} longs. It is the
   * present length if that is enough. Otherwise a short array becomes twice as long, a longer one
   * half as long again.
   *
   * @param snug whether to make it only an eighth longer
   * @throws OutOfMemoryError when no array can be that long
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
