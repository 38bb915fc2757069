package org.kpathjvm.engine.contexts;

import java.util.Arrays;

/**
 * The format of the histories of one method's activations. A history consists of an activation's
 * last paths, at most k-1. The latest path is in the lowest bits of the first long. Above the paths
 * there is a set bit, and all bits above the set bit are 0.
 */
final class HistoryFormat {
  /** The number of bits in a path, from 1 to 31. */
  final int bits;

  /** The id of path 0. */
  final int firstId;

  /** The number of longs in a history. */
  final int length;

  /** The number of bits of all paths in a full history. */
  final int fullBits;

  HistoryFormat(int k, int firstId, int bits) {
    this.firstId = firstId;
    this.bits = bits;
    fullBits = (k - 1) * bits;
    length = fullBits / Long.SIZE + 1;
  }

  /** Returns the largest number of longs that a history can have with the given k. */
  static int longest(int k) {
    return new HistoryFormat(k, 0, Integer.SIZE - 1).length;
  }

  /** Writes a history without paths to {@code histories[history]} and the longs after it. */
  void begin(long[] histories, int history) {
    Arrays.fill(histories, history, history + length, 0);
    histories[history] = 1;
  }

  /**
   * Appends paths to a history that takes one long. Returns the new history.
   *
   * @param pathBits the number of bits of the appended paths, 0 to 63
   */
  long advanced(long history, long paths, int pathBits) {
    int known = Long.SIZE - 1 - Long.numberOfLeadingZeros(history);
    long advanced = history << pathBits | paths;
    if (known + pathBits < fullBits) {
      return advanced;
    }
    long limit = 1L << fullBits;
    return advanced & limit - 1 | limit;
  }

  /**
   * Appends paths to the history that begins at {@code histories[history]}.
   *
   * @param pathBits the number of bits of the appended paths, 0 to 63
   */
  void advance(long[] histories, int history, long paths, int pathBits) {
    if (pathBits == 0) {
      return;
    }
    int known = knownBits(histories, history);
    for (int at = history + length - 1; at > history; at--) {
      histories[at] = histories[at] << pathBits | histories[at - 1] >>> Long.SIZE - pathBits;
    }
    histories[history] = histories[history] << pathBits | paths;
    if (known + pathBits >= fullBits) {
      int top = history + length - 1;
      long limit = 1L << fullBits;
      histories[top] = histories[top] & limit - 1 | limit;
    }
  }

  /**
   * Returns whether a history stays the same when a word is appended to it. The word has a set bit
   * above its paths.
   */
  boolean isKeptBy(long[] history, long word) {
    int pathBits = ContextWords.pathBits(word);
    long[] after = history.clone();
    advance(after, 0, word ^ 1L << pathBits, pathBits);
    return Arrays.equals(history, after);
  }

  /** Returns the number of bits of all paths in a history. */
  private int knownBits(long[] histories, int history) {
    int at = history + length - 1;
    while (histories[at] == 0) {
      at--;
    }
    return (at - history) * Long.SIZE + Long.SIZE - 1 - Long.numberOfLeadingZeros(histories[at]);
  }

  /**
   * Copies the ids of a history, oldest first, to the end of the array. Returns the number of ids.
   */
  int ids(long[] histories, int history, int[] ids) {
    int count = knownBits(histories, history) / bits;
    for (int back = 0; back < count; back++) {
      int bit = back * bits;
      int at = history + bit / Long.SIZE;
      long path = histories[at] >>> bit;
      if (bit % Long.SIZE + bits > Long.SIZE) {
        path |= histories[at + 1] << -bit;
      }
      ids[ids.length - 1 - back] = firstId + ((int) path & (1 << bits) - 1);
    }
    return count;
  }

  /**
   * Returns whether all paths of a history belong to a method.
   *
   * @param pathBits the number of bits in the numbers of the method's paths
   * @param ids an array of at least k elements, which is overwritten
   */
  boolean isWithin(long[] history, int methodFirstId, int pathBits, int[] ids) {
    for (int at = ids.length - ids(history, 0, ids); at < ids.length; at++) {
      if (ids[at] - methodFirstId >>> pathBits != 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Writes the history that consists of the last {@code count} ids of an array to {@code
   * histories[history]} and the longs after it.
   */
  void pack(int[] ids, int count, long[] histories, int history) {
    begin(histories, history);
    for (int at = ids.length - count; at < ids.length; at++) {
      advance(histories, history, ids[at] - firstId, bits);
    }
  }
}
