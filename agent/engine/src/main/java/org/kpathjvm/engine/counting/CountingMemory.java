package org.kpathjvm.engine.counting;

/** Decides whether the tables of a counter may grow. */
public interface CountingMemory {
  /** Memory without a bound. Only the heap limits the tables. */
  CountingMemory UNBOUNDED = (asking, moreBytes) -> true;

  /**
   * Returns whether the counter's tables may take {@code moreBytes} more bytes. This call may fold
   * other counters to make room. If the result is false, the counter folds itself, or fails.
   */
  boolean mayGrow(SequenceCounter asking, long moreBytes);
}
