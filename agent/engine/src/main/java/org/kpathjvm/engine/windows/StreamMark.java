package org.kpathjvm.engine.windows;

/**
 * A place in the stream of a lease: behind so many words of the chunk with that number, which is
 * where a record begins.
 */
public record StreamMark(int lease, long sequence, int position) {
  /** Where a stream begins. */
  public static StreamMark start(int lease) {
    return new StreamMark(lease, 0, 0);
  }

  /** Whether it lies at or before a place of the same stream. */
  public boolean isReached(long atSequence, int atPosition) {
    return sequence < atSequence || sequence == atSequence && position <= atPosition;
  }
}
