package org.kpathjvm.engine.counting;

/** Decides whether the tables of a counter may grow. */
public interface CountingMemory {
  /** No bound but the heap's. */
  CountingMemory UNBOUNDED = (asking, moreBytes) -> true;

  /**
   * Whether the counter's tables may take that many bytes more; other counters may be folded to
   * make place. After a refusal the counter folds itself, or fails.
   */
  boolean mayGrow(SequenceCounter asking, long moreBytes);
}
