package org.kpathjvm.engine.segment;

import java.util.List;

/**
 * How the passes of a drain have gone.
 *
 * <p>A stream may have to wait at a RESUME until the activation's piece before it has been read
 * from another stream. That piece was written before the RESUME was, so if all streams stand still
 * and were looked through again after that, it does not exist.
 */
final class PassProgress {
  /** A RESUME can always be resolved after all other streams were drained once. */
  private static final int STUCK_PASSES = 5;

  private final SegmentReader segment;
  private long passes;
  private boolean isMoving;
  private int stuckPasses;
  private int cutStreams;

  PassProgress(SegmentReader segment) {
    this.segment = segment;
  }

  /** A pass begins. */
  void begin() {
    passes++;
  }

  /** How many there have been, with the one under way. */
  long passes() {
    return passes;
  }

  /**
   * Whether the pass has to look at all blocks, though the search wouldn't.
   *
   * @param isEnding the target is dead: what isn't there will never come
   */
  boolean mustLook(boolean isEnding) {
    return stuckPasses > 0 || isEnding && !isMoving;
  }

  /**
   * A pass has ended.
   *
   * @param hasProgressed something was consumed, or found
   * @param isWaiting a stream waits for another
   * @return whether what is waited for does not exist
   */
  boolean end(boolean hasProgressed, boolean isWaiting) {
    isMoving = hasProgressed;
    stuckPasses = isWaiting && !hasProgressed ? stuckPasses + 1 : 0;
    return stuckPasses >= STUCK_PASSES;
  }

  /** Has all streams that wait go on without what they wait for, or not at all. */
  void giveUpWaiting(List<LeaseStream> streams) {
    stuckPasses = 0;
    for (LeaseStream stream : streams) {
      if (stream.waiting() && segment.endedEarly()) {
        // The piece before may be among what the target could not record.
        stream.discard();
        cutStreams++;
      } else if (stream.waiting()) {
        stream.giveUpWaiting();
      }
    }
  }

  /** Streams whose rest is unusable because the recording ended early. */
  int cutStreams() {
    return cutStreams;
  }
}
