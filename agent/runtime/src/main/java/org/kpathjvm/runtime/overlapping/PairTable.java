package org.kpathjvm.runtime.overlapping;

import org.kpathjvm.runtime.inline.KeyTable;
import org.kpathjvm.runtime.inline.TableMemory;
import org.kpathjvm.runtime.inline.Totals;

/**
 * Gives each pair of ints a number. The numbers begin at 1. A pair is packed into a long, which
 * must not be 0. Not thread-safe. A StackOverflowError in any call leaves the table consistent.
 */
final class PairTable {
  private static final int FIRST_LENGTH = 16;

  private final KeyTable numbers = new KeyTable();
  private long[] pairs = new long[FIRST_LENGTH];
  private int size;

  static long pair(int high, int low) {
    return (long) high << 32 | low & 0xffff_ffffL;
  }

  /** Returns a pair's number. A new pair gets the next number. Returns 0 if there is no memory. */
  int number(long pair) {
    long known = numbers.get(pair);
    if (known != 0) {
      return (int) known;
    }
    if (size + 1 == pairs.length) {
      long[] longer = TableMemory.twice(pairs.length);
      if (longer == null) {
        return 0;
      }
      System.arraycopy(pairs, 0, longer, 0, pairs.length);
      pairs = longer;
    }
    int number = size + 1;
    pairs[number] = pair;
    // If numbers.add throws an error, the number stays unused.
    size = number;
    if (numbers.add(pair, number)) {
      return number;
    }
    size = number - 1;
    return 0;
  }

  int size() {
    return size;
  }

  long pair(int number) {
    return pairs[number];
  }

  void addTo(Totals totals) {
    totals.add(Totals.BYTES, 8L * (pairs.length + numbers.entries().length));
  }
}
