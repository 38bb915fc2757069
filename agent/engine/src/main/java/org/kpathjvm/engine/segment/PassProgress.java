package org.kpathjvm.engine.segment;

import java.util.List;

/**
 * The progress of a drain's passes, and what to do when there is none.
 *
 * <p>A stream may have to wait at a RESUME until the activation's earlier piece has been read from
 * another stream. That piece was written before the RESUME. So if all streams stand still, and were
 * looked through again after the RESUME was seen, the piece doesn't exist.
 */
final class PassProgress {
  /**
   * After this many passes without progress, streams stop waiting. A RESUME that can be resolved at
   * all can be resolved after all other streams were drained once.
   */
  private static final int STUCK_PASSES = 5;

  private final SegmentReader segment;
  private long passes;
  private boolean isMoving;
  private int stuckPasses;
  private int cutStreams;

  PassProgress(SegmentReader segment) {
    this.segment = segment;
  }

  /** Begins a pass. */
  void begin() {
    passes++;
  }

  /** Returns the number of passes, including the one under way. */
  long passes() {
    return passes;
  }

  /**
   * Returns whether the pass has to look at all blocks, even if the search wouldn't.
   *
   * @param isEnding whether the target is dead, so that no chunk will come any more
   */
  boolean mustLook(boolean isEnding) {
    return stuckPasses > 0 || isEnding && !isMoving;
  }

  /**
   * Ends a pass.
   *
   * @param hasProgressed whether anything was consumed or found
   * @param isWaiting whether a stream waits for another one
   * @return whether the streams wait for something that doesn't exist
   */
  boolean end(boolean hasProgressed, boolean isWaiting) {
    isMoving = hasProgressed;
    stuckPasses = isWaiting && !hasProgressed ? stuckPasses + 1 : 0;
    return stuckPasses >= STUCK_PASSES;
  }

  /**
   * Ends the waiting of all streams. A stream that waits is damaged. But if the recording ended
   * early, what it waits for may never have been recorded; then the rest of the stream is given up.
   */
  void giveUpWaiting(List<LeaseStream> streams) {
    stuckPasses = 0;
    for (LeaseStream stream : streams) {
      if (stream.waiting() && segment.endedEarly()) {
        // The earlier piece may be among what the target could not record.
        stream.discard();
        cutStreams++;
      } else if (stream.waiting()) {
        stream.giveUpWaiting();
      }
    }
  }

  /** Returns the number of streams that were cut because the recording ended early. */
  int cutStreams() {
    return cutStreams;
  }
}
