package org.kpathjvm.engine.segment;

/**
 * A position in the stream of a lease, at which a record begins.
 *
 * @param sequence the number of the chunk
 * @param position the number of words of the chunk before the position
 */
record StreamMark(long sequence, int position) {
  /** The position where every stream begins. */
  static final StreamMark START = new StreamMark(0, 0);

  /**
   * Returns whether reading has reached the mark if it has reached the given position of the same
   * stream.
   */
  boolean isReached(long atSequence, int atPosition) {
    return sequence < atSequence || sequence == atSequence && position <= atPosition;
  }
}
