package org.kpathjvm.engine.counting;

/** Decides whether the tables of a counter may grow. */
public interface CountingMemory {
  /** Sets no bound; only the heap limits the tables. */
  CountingMemory UNBOUNDED = (asking, moreBytes) -> true;

  /**
   * Returns whether the counter's tables may take that many more bytes. Other counters may be
   * folded to make room. After a refusal the counter folds itself, or fails.
   */
  boolean mayGrow(SequenceCounter asking, long moreBytes);
}
