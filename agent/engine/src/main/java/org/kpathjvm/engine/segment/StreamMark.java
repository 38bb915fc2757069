package org.kpathjvm.engine.segment;

/**
 * A place in the stream of a lease: behind so many words of the chunk with that number, which is
 * where a record begins.
 */
record StreamMark(long sequence, int position) {
  /** Where every stream begins. */
  static final StreamMark START = new StreamMark(0, 0);

  /** Whether it lies at or before a place of the same stream. */
  boolean isReached(long atSequence, int atPosition) {
    return sequence < atSequence || sequence == atSequence && position <= atPosition;
  }
}
