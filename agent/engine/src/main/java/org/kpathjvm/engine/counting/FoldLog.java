package org.kpathjvm.engine.counting;

/** How often a counter was folded and what that cost; see {@link SequenceCounter#fold}. */
public final class FoldLog {
  private int folds;
  private long foldedNodes;
  private long restarts;

  /** Returns how often the counter was folded. */
  public int folds() {
    return folds;
  }

  /** Returns how many transitions were given up. */
  public long foldedNodes() {
    return foldedNodes;
  }

  /** Returns how many sequences had to begin anew in the middle. */
  public long restarts() {
    return restarts;
  }

  /** Returns whether the counter was never folded. If it was, counts may be too low. */
  public boolean isEmpty() {
    return folds == 0;
  }

  /** Adds a fold that gave up {@code nodes} transitions. */
  public void folded(long nodes) {
    folds++;
    foldedNodes += nodes;
  }

  /** Adds sequences that began anew. */
  public void restarted(long sequences) {
    restarts += sequences;
  }

  /** Adds the figures of another counter. */
  public void addAll(FoldLog other) {
    folds += other.folds;
    foldedNodes += other.foldedNodes;
    restarts += other.restarts;
  }
}
