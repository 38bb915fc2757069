package org.kpathjvm.engine.ksf;

/** Counts the steps of each kind that a forest has made to find nodes. */
final class ForestSteps {
  /** The number of times that a root was looked up in R, the k-BLPP paper's table of roots. */
  long rootFinds;

  /**
   * The number of times that the label of a node in a list of children was compared with an item.
   */
  long nodeScans;

  /** The number of times that a child was looked up in the index of children. */
  long indexFinds;

  ForestSteps copy() {
    ForestSteps copy = new ForestSteps();
    copy.rootFinds = rootFinds;
    copy.nodeScans = nodeScans;
    copy.indexFinds = indexFinds;
    return copy;
  }

  /** Counts each step since {@code before} as {@code times} steps. */
  void repeatSince(ForestSteps before, long times) {
    rootFinds += (rootFinds - before.rootFinds) * (times - 1);
    nodeScans += (nodeScans - before.nodeScans) * (times - 1);
    indexFinds += (indexFinds - before.indexFinds) * (times - 1);
  }
}
