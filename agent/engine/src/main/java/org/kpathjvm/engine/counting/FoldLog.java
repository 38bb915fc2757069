package org.kpathjvm.engine.counting;

/** Records how often a counter was folded ({@link SequenceCounter#fold}), and what was lost. */
public final class FoldLog {
  private int folds;
  private long foldedNodes;
  private long restarts;

  /** Returns the number of times that the counter was folded. */
  public int folds() {
    return folds;
  }

  /**
   * Returns the number of transitions that were given up. A transition is a pair of a context and
   * the path after it.
   */
  public long foldedNodes() {
    return foldedNodes;
  }

  /**
   * Returns the number of sequences that had to begin again, without their earlier paths, in the
   * middle of an activation.
   */
  public long restarts() {
    return restarts;
  }

  /** Returns whether the counter was never folded. A folded counter's counts may be too low. */
  public boolean isEmpty() {
    return folds == 0;
  }

  /** Adds a fold that gave up {@code nodes} transitions. */
  public void folded(long nodes) {
    folds++;
    foldedNodes += nodes;
  }

  /** Adds sequences that had to begin again. */
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
