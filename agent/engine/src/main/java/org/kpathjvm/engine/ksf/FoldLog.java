package org.kpathjvm.engine.ksf;

/** How often a forest was folded and what that cost; see {@link SlabForest#fold}. */
public final class FoldLog {
  private int folds;
  private long foldedNodes;
  private long restarts;

  /** Times the forest was folded. */
  public int folds() {
    return folds;
  }

  /** Nodes that were given up. */
  public long foldedNodes() {
    return foldedNodes;
  }

  /** Sequences that had to begin anew in their midst. */
  public long restarts() {
    return restarts;
  }

  /** Whether counts may be too low. */
  public boolean isEmpty() {
    return folds == 0;
  }

  void folded(long nodes) {
    folds++;
    foldedNodes += nodes;
  }

  void restarted(long sequences) {
    restarts += sequences;
  }

  /** Adds another's figures. */
  public void addAll(FoldLog other) {
    folds += other.folds;
    foldedNodes += other.foldedNodes;
    restarts += other.restarts;
  }
}
