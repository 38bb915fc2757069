package org.kpathjvm.engine.segment;

/**
 * The beginning of a record in a lease's stream.
 *
 * @param sequence the number of the chunk
 * @param position the number of words of the chunk before the position
 */
record StreamMark(long sequence, int position) {
  /** The position where every stream begins. */
  static final StreamMark START = new StreamMark(0, 0);

  /** Returns whether the given position of the same stream is at or after the mark. */
  boolean isReached(long atSequence, int atPosition) {
    return sequence < atSequence || sequence == atSequence && position <= atPosition;
  }
}
