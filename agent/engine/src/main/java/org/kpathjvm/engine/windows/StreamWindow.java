package org.kpathjvm.engine.windows;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Which parts of one stream are counted: between its places where that changes, all or nothing. An
 * activation that comes out of one such part into another begins anew there.
 */
public final class StreamWindow {
  /** At a place it becomes so. */
  private record Switch(StreamMark mark, boolean counts, int epoch) {}

  private final Deque<Switch> ahead = new ArrayDeque<>();
  private boolean counts;
  private int epoch;

  /** {@code epoch}: how many changes there were before. */
  public StreamWindow(boolean counts, int epoch) {
    this.counts = counts;
    this.epoch = epoch;
  }

  /** Whether what comes now is counted. */
  public boolean counts() {
    return counts;
  }

  /** Number of the part that comes now, the same in all streams; 0: nothing has changed yet. */
  public int epoch() {
    return epoch;
  }

  /** From a mark on, which lies behind all others, what comes is counted, or not. */
  public void switchAt(StreamMark mark, boolean toCounting, int toEpoch) {
    ahead.add(new Switch(mark, toCounting, toEpoch));
  }

  /** Nothing is counted until a mark, from which on it is as it would have been. */
  public void dropUntil(StreamMark mark, boolean thenCounting, int thenEpoch) {
    ahead.clear();
    counts = false;
    switchAt(mark, thenCounting, thenEpoch);
  }

  /** The stream has been read up to there. */
  public void arrive(long sequence, int position) {
    while (!ahead.isEmpty() && ahead.peek().mark().isReached(sequence, position)) {
      Switch next = ahead.remove();
      counts = next.counts();
      epoch = next.epoch();
    }
  }

  /** How far a chunk may be read at once, if it is to be read up to {@code to}. */
  public int limit(long sequence, int to) {
    Switch next = ahead.peek();
    return next == null || next.mark().sequence() != sequence
        ? to
        : Math.min(to, next.mark().position());
  }
}
