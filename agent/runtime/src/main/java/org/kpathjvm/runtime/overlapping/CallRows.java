package org.kpathjvm.runtime.overlapping;

/**
 * The rows of {@link CallTables}. A row is two longs. The first long has the number of a pair in
 * its upper half, and in bits 24 to 27 a tag for the row's kind. The second long is the pair
 * itself, or the pair's count if the tag is COUNT.
 */
final class CallRows {
  private static final int TAG_SHIFT = 24;
  private static final long ACTIVATION = 1;
  private static final long CALL = 2;
  private static final long LIST = 3;

  /**
   * A row for a pair: a list of calls, and the path that made the calls. The next row has the
   * pair's count.
   */
  private static final long USE = 4;

  private static final long COUNT = 5;

  private CallRows() {}

  static long[][] of(CallTables tables) {
    return new long[][] {
      of(tables.activations, ACTIVATION),
      of(tables.calls, CALL),
      of(tables.lists, LIST),
      counts(tables.counts.entries())
    };
  }

  private static long[] of(PairTable pairs, long tag) {
    long[] rows = new long[2 * pairs.size()];
    for (int number = 1; number <= pairs.size(); number++) {
      rows[2 * number - 2] = first(number, tag);
      rows[2 * number - 1] = pairs.pair(number);
    }
    return rows;
  }

  private static long[] counts(long[] entries) {
    long[] rows = new long[2 * entries.length];
    int number = 0;
    for (int at = 0; at < entries.length; at += 2) {
      if (entries[at] != 0) {
        int row = 4 * number++;
        rows[row] = first(number, USE);
        rows[row + 1] = entries[at];
        rows[row + 2] = first(number, COUNT);
        rows[row + 3] = entries[at + 1];
      }
    }
    return rows;
  }

  private static long first(int number, long tag) {
    return (long) number << 32 | tag << TAG_SHIFT;
  }
}
