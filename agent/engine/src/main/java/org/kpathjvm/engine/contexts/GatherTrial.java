package org.kpathjvm.engine.contexts;

import java.util.function.LongSupplier;

/**
 * Finds out, for one {@link ContextWords} table, whether it is faster to gather the table's words
 * or to count each word at once. That depends on the table's size, on the processor's caches, and
 * on the order of the words, so it is measured. Some blocks of words are counted in one way, and as
 * many in the other. The faster way is then used for a long time, after which there is another
 * trial, because the table may have grown. The counts are the same in both ways.
 */
final class GatherTrial {
  /** The number of words in a block, which is a multiple of the size of a batch. */
  static final int BLOCK = 8 * PendingWords.PAIRS;

  /**
   * The number of blocks that are measured in each way. Only the fastest block of each way matters,
   * because a thread may have to wait during any block, for a CPU or for more words.
   */
  private static final int BLOCKS = 8;

  /** The number of words between two trials, before this period is doubled for the first time. */
  private static final int FIRST_PERIOD = 1 << 18;

  /**
   * After this many doublings, the period stays the same, and trials take less than a thousandth of
   * the words. The period doubles each time a trial has the same result as the trial before it, or
   * if counting at once is faster in the first trial. When the results differ, the first period is
   * used again.
   */
  private static final int MOST_DOUBLINGS = 6;

  /**
   * Words are gathered only if gathering takes less than this many tenths of the time that counting
   * at once takes.
   */
  private static final int TENTHS = 9;

  private final LongSupplier clock;
  private final int blockWords;
  private final int periodWords;

  /** The number of blocks that were measured in this trial; the two ways take turns. */
  private int block;

  private long leastGathering;
  private long leastAtOnce;
  private long began;

  /** The number of words that are left in the block, or until the next trial. */
  private long left;

  private boolean gathers;

  /** Whether gathering was faster in the last trial. */
  private boolean lastResult;

  private int doublings;

  /**
   * Begins a trial.
   *
   * @param clock returns the time, in any unit
   */
  GatherTrial(LongSupplier clock) {
    this(clock, BLOCK, FIRST_PERIOD);
  }

  GatherTrial(LongSupplier clock, int blockWords, int periodWords) {
    this.clock = clock;
    this.blockWords = blockWords;
    this.periodWords = periodWords;
    begin();
  }

  /** Returns a trial that never ends, and in which all words are gathered. */
  static GatherTrial always() {
    GatherTrial always = new GatherTrial(() -> 0);
    always.gathers = true;
    always.left = Long.MAX_VALUE;
    return always;
  }

  private void begin() {
    block = 0;
    leastGathering = Long.MAX_VALUE;
    leastAtOnce = Long.MAX_VALUE;
    gathers = false;
    left = blockWords;
    began = clock.getAsLong();
  }

  /** Returns whether the next word is to be gathered. */
  boolean gathers() {
    return gathers;
  }

  /**
   * Notes that a word was counted or gathered. Returns whether the block or the period is over. If
   * so, all gathered words must be counted, and then {@link #next} must be called.
   */
  boolean isOver() {
    return --left == 0;
  }

  /** Decides how the next words are counted. */
  void next() {
    if (block == 2 * BLOCKS) {
      begin();
      return;
    }
    long now = clock.getAsLong();
    if (gathers) {
      leastGathering = Math.min(leastGathering, now - began);
    } else {
      leastAtOnce = Math.min(leastAtOnce, now - began);
    }
    block++;
    if (block == 2 * BLOCKS) {
      decide();
      return;
    }
    gathers = !gathers;
    left = blockWords;
    began = now;
  }

  private void decide() {
    gathers = 10 * leastGathering < TENTHS * leastAtOnce;
    doublings = gathers == lastResult ? Math.min(doublings + 1, MOST_DOUBLINGS) : 0;
    lastResult = gathers;
    left = (long) periodWords << doublings;
  }
}
