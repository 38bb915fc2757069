package org.kpathjvm.engine.segment;

import java.util.List;

/**
 * Tracks the progress of a drain's passes, and ends waits that would last forever.
 *
 * <p>A RESUME begins a new piece of an activation. A stream may have to wait at a RESUME until the
 * previous piece has been read from another stream. The previous piece, if there is one, was
 * written before the RESUME. So if all streams have been read again since the wait began, and no
 * stream has made progress, there is no previous piece.
 */
final class PassProgress {
  /**
   * After this many passes without progress, streams stop waiting. A single pass would be enough.
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

  void begin() {
    passes++;
  }

  long passes() {
    return passes;
  }

  /**
   * Returns whether the pass must search all blocks, even if the next search isn't due yet.
   *
   * @param isEnding whether the target is dead, so that there won't be new chunks
   */
  boolean mustLook(boolean isEnding) {
    return stuckPasses > 0 || isEnding && !isMoving;
  }

  /**
   * Ends a pass.
   *
   * @param hasProgressed whether words were consumed or chunks were found
   * @param isWaiting whether a stream is waiting for another stream
   * @return whether a stream is waiting for a piece that doesn't exist
   */
  boolean end(boolean hasProgressed, boolean isWaiting) {
    isMoving = hasProgressed;
    stuckPasses = isWaiting && !hasProgressed ? stuckPasses + 1 : 0;
    return stuckPasses >= STUCK_PASSES;
  }

  /**
   * Makes all streams stop waiting. If the recording ended early, the rest of each waiting stream
   * is given up. Otherwise, each waiting stream is marked as damaged.
   */
  void giveUpWaiting(List<LeaseStream> streams) {
    stuckPasses = 0;
    for (LeaseStream stream : streams) {
      if (stream.waiting() && segment.endedEarly()) {
        // The earlier piece may be data that the target couldn't record.
        stream.discard();
        cutStreams++;
      } else if (stream.waiting()) {
        stream.giveUpWaiting();
      }
    }
  }

  int cutStreams() {
    return cutStreams;
  }
}
