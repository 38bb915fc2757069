package org.kpathjvm.engine.ipf;

/**
 * Records, for each count, how many nodes of a k-IPF have it. Counts of 65,536 or more are grouped
 * by powers of two.
 */
final class CountHistogram {
  private static final int EXACT = 1 << 16;

  private final long[] exact = new long[EXACT];
  private final long[] powers = new long[Long.SIZE];

  void add(long count) {
    if (count < EXACT) {
      exact[(int) count]++;
    } else {
      powers[Long.SIZE - 1 - Long.numberOfLeadingZeros(count)]++;
    }
  }

  /**
   * Returns the lowest threshold that the counts of at most {@code nodes} nodes reach. A threshold
   * of 65,536 or more is a power of two.
   */
  long leastCount(long nodes) {
    long reached = 0;
    for (int power = Long.SIZE - 2; power >= Integer.numberOfTrailingZeros(EXACT); power--) {
      reached += powers[power];
      if (reached > nodes) {
        return 1L << power + 1;
      }
    }
    for (int count = EXACT - 1; count > 0; count--) {
      reached += exact[count];
      if (reached > nodes) {
        return count + 1L;
      }
    }
    return 1;
  }
}
