package org.kpathjvm.engine.contexts;

import static org.kpathjvm.engine.counting.ActivationStates.STRIDE;

import java.util.Arrays;

/**
 * The histories of activations whose words wait in a {@link PendingWords}. Such an activation's
 * position isn't an entry of a table, because the entry of its last word isn't known yet.
 */
final class ActivationHistories {
  /** The number of longs that are kept for each state. */
  private final int stride;

  private long[] longs = {};

  /** Creates an object without histories. */
  ActivationHistories(int k) {
    stride = HistoryFormat.longest(k);
  }

  /**
   * Returns the place in {@link #longs} where the history of a state begins. The call may replace
   * the array.
   */
  int place(int state) {
    int place = state / STRIDE * stride;
    if (place + stride > longs.length) {
      longs = Arrays.copyOf(longs, Math.max(place + stride, 2 * longs.length));
    }
    return place;
  }

  long[] longs() {
    return longs;
  }

  /** Copies the history of a state. */
  void copy(int state, long[] into, int length) {
    System.arraycopy(longs, state / STRIDE * stride, into, 0, length);
  }

  long bytes() {
    return 8L * longs.length;
  }
}
