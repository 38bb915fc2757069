package org.kpathjvm.engine.contexts;

import java.math.BigInteger;

/** How long the tables' arrays become. */
final class Sizes {
  private static final int DOUBLED_UP_TO = 1 << 10;
  private static final int LONGEST = Integer.MAX_VALUE - 64;

  private Sizes() {}

  /** Places of a hash table for so many entries: three fourths are used at most. */
  static long places(long entries) {
    return entries + entries / 3 + 1;
  }

  /**
   * How far to go from place to place so that each is visited once, and not in their order: entries
   * that come in the order of their hashes into a table that grows would all lie at its beginning.
   */
  static int step(int places) {
    int step = Math.max((int) (places * 0.618), 1);
    while (BigInteger.valueOf(step).gcd(BigInteger.valueOf(places)).intValue() != 1) {
      step++;
    }
    return step;
  }

  /**
   * The length of an array of records that are to be {@code least} longs at least: its present one
   * if that does, else twice as long while it is short, later half as long again; {@code snug}: an
   * eighth longer.
   *
   * @throws OutOfMemoryError when no array is as long
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
