package org.kpathjvm.engine.segment;

/**
 * A position in a lease's stream at which a record begins, or may begin later.
 *
 * @param sequence the number of the chunk
 * @param position the number of words of the chunk that precede the record
 */
record StreamMark(long sequence, int position) {
  /** The position where every stream begins. */
  static final StreamMark START = new StreamMark(0, 0);

  /** Returns whether the given position of the same stream is at or after the mark. */
  boolean isReached(long atSequence, int atPosition) {
    return sequence < atSequence || sequence == atSequence && position <= atPosition;
  }
}
