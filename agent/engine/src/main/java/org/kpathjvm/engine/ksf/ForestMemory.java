package org.kpathjvm.engine.ksf;

/** Decides whether the tables of a forest may grow. */
public interface ForestMemory {
  /** No bound but the heap's. */
  ForestMemory UNBOUNDED = (asking, moreBytes) -> true;

  /**
   * Whether the forest's tables may take that many bytes more; other forests may be folded to make
   * place. After a refusal the forest folds itself.
   */
  boolean mayGrow(SlabForest asking, long moreBytes);
}
