package org.kpathjvm.engine.counting;

/** How often a counter was folded and what that cost; see {@link SequenceCounter#fold}. */
public final class FoldLog {
  private int folds;
  private long foldedNodes;
  private long restarts;

  /** Times it was folded. */
  public int folds() {
    return folds;
  }

  /** Transitions that were given up. */
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

  /** Adds a fold that gave up so many. */
  public void folded(long nodes) {
    folds++;
    foldedNodes += nodes;
  }

  /** Adds sequences that began anew. */
  public void restarted(long sequences) {
    restarts += sequences;
  }

  /** Adds another's figures. */
  public void addAll(FoldLog other) {
    folds += other.folds;
    foldedNodes += other.foldedNodes;
    restarts += other.restarts;
  }
}
