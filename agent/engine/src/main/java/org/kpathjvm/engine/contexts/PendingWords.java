package org.kpathjvm.engine.contexts;

/**
 * Pairs of a history and the word that came after it, with counts, which wait to be added to a
 * {@link ContextWords} table. A large table isn't in the processor's cache, so looking up a pair
 * waits for memory. The look-ups of a batch don't depend on each other, so they wait at the same
 * time.
 */
final class PendingWords {
  /** The number of pairs in a full batch. */
  static final int PAIRS = 128;

  private static final int COUNT = 1;
  private static final int HISTORY = 2;

  private final int historyLength;
  private final int stride;

  /** The pairs. A pair is its word, its count, and then the longs of its history. */
  private final long[] pairs;

  private int end;

  /** Creates an empty batch. */
  PendingWords(HistoryFormat format) {
    historyLength = format.length;
    stride = HISTORY + historyLength;
    pairs = new long[PAIRS * stride];
  }

  /** Adds a pair. The batch must not be full. */
  void add(long[] histories, int history, long word, long count) {
    pairs[end] = word;
    pairs[end + COUNT] = count;
    for (int part = 0; part < historyLength; part++) {
      pairs[end + HISTORY + part] = histories[history + part];
    }
    end += stride;
  }

  boolean isFull() {
    return end == pairs.length;
  }

  boolean isEmpty() {
    return end == 0;
  }

  /** Returns the number of pairs. */
  int size() {
    return end / stride;
  }

  /** Removes the pair that was added last. */
  void removeLast() {
    end -= stride;
  }

  /** Returns the place of the pair with the given index, from 0 to {@link #size} - 1. */
  int place(int index) {
    return index * stride;
  }

  long word(int place) {
    return pairs[place];
  }

  long count(int place) {
    return pairs[place + COUNT];
  }

  /** Returns the place in {@link #longs} where the history of the pair at a place begins. */
  int history(int place) {
    return place + HISTORY;
  }

  /** Returns the array that has the histories. */
  long[] longs() {
    return pairs;
  }

  long bytes() {
    return 8L * (pairs.length + PAIRS);
  }
}
