package org.kpathjvm.engine.contexts;

/**
 * A batch of pairs of a history and the word that came after this history. The pairs and their
 * counts wait here to be added to a {@link ContextWords} table. A large table isn't in the
 * processor's cache, so looking up a pair waits for memory. The look-ups of a batch don't depend on
 * each other, so they wait at the same time.
 */
final class PendingWords {
  /** The number of pairs in a full batch. */
  static final int PAIRS = 128;

  private static final int COUNT = 1;
  private static final int HISTORY = 2;

  private final int stride;

  /** The pairs. A pair is its word, its count, and then the longs of its history. */
  private final long[] pairs;

  /** For each pair, the state of its activation. */
  private final int[] states = new int[PAIRS];

  private int size;

  PendingWords(HistoryFormat format) {
    stride = HISTORY + format.length;
    pairs = new long[PAIRS * stride];
  }

  /**
   * Adds a pair. The batch must not be full. The caller must write the pair's history to {@link
   * #longs}. Returns the pair's index.
   */
  int add(long word, long count, int state) {
    pairs[size * stride] = word;
    pairs[size * stride + COUNT] = count;
    states[size] = state;
    return size++;
  }

  boolean isFull() {
    return size == PAIRS;
  }

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  void removeLast() {
    size--;
  }

  long word(int pair) {
    return pairs[pair * stride];
  }

  long count(int pair) {
    return pairs[pair * stride + COUNT];
  }

  int state(int pair) {
    return states[pair];
  }

  /** Returns the place in {@link #longs} where a pair's history begins. */
  int history(int pair) {
    return pair * stride + HISTORY;
  }

  long[] longs() {
    return pairs;
  }

  long bytes() {
    return 8L * pairs.length + 4L * PAIRS;
  }
}
