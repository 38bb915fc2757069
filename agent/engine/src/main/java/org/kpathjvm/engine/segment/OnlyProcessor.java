package org.kpathjvm.engine.segment;

/**
 * Decides when a drain leaves a machine's only processor to the target: while the target emits
 * words and there is room for uncounted words.
 */
final class OnlyProcessor {
  /** A target that hasn't begun a chunk for this long is considered idle. */
  private static final long IDLE_NANOS = 20_000_000;

  /** The longest time between two searches for new chunks while the target has the processor. */
  private static final long REST_NANOS = 2_000_000;

  /** The time between two searches, per block of the segment. A small segment fills sooner. */
  private static final long REST_NANOS_PER_BLOCK = 1_000;

  private final DrainedStreams streams;
  private final Backlog backlog;
  private final long restNanos;
  private boolean isShared;
  private long nextRestEndsNanos;
  private long lastFoundNanos;
  private boolean isLeft;

  OnlyProcessor(DrainedStreams streams, Backlog backlog, int blockCount) {
    this.streams = streams;
    this.backlog = backlog;
    restNanos = Math.min(REST_NANOS_PER_BLOCK * blockCount, REST_NANOS);
  }

  /**
   * Notes that the machine has only one processor. Without this call, {@link #leave} always returns
   * false.
   */
  void share() {
    isShared = true;
    nextRestEndsNanos = System.nanoTime();
  }

  /**
   * Decides whether the current pass leaves the processor to the target. May spill chunks.
   *
   * @param isUrgent whether another thread is waiting for the drain
   */
  boolean leave(boolean isUrgent) {
    isLeft = !isUrgent && isTargetBusy();
    return isLeft;
  }

  boolean isLeft() {
    return isLeft;
  }

  private boolean isTargetBusy() {
    if (!isShared || !backlog.canSpill()) {
      return false;
    }
    long now = System.nanoTime();
    if (now - nextRestEndsNanos >= 0) {
      long before = streams.foundCount();
      backlog.keepUp();
      if (streams.foundCount() != before) {
        lastFoundNanos = now;
      }
      nextRestEndsNanos = System.nanoTime() + restNanos;
    }
    return streams.foundCount() != 0 && now - lastFoundNanos < IDLE_NANOS;
  }
}
