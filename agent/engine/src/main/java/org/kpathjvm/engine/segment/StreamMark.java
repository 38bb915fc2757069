package org.kpathjvm.engine.segment;

/**
 * A place in the stream of a lease, at which a record begins.
 *
 * @param sequence the number of the chunk
 * @param position the number of words of the chunk before the place
 */
record StreamMark(long sequence, int position) {
  /** The place where every stream begins. */
  static final StreamMark START = new StreamMark(0, 0);

  /** Returns whether the mark is at or before a place of the same stream. */
  boolean isReached(long atSequence, int atPosition) {
    return sequence < atSequence || sequence == atSequence && position <= atPosition;
  }
}
