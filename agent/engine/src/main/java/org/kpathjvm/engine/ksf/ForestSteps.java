package org.kpathjvm.engine.ksf;

/** How many steps of each kind a forest has made to find nodes. */
final class ForestSteps {
  /** How often a root was looked up in R. */
  long rootFinds;

  /** How many nodes in lists of children were compared with an item. */
  long nodeScans;

  /** How often a child was looked up in the index of children. */
  long indexFinds;

  /** Returns a copy of the present figures, for a later {@link #repeatSince}. */
  ForestSteps copy() {
    ForestSteps copy = new ForestSteps();
    copy.rootFinds = rootFinds;
    copy.nodeScans = nodeScans;
    copy.indexFinds = indexFinds;
    return copy;
  }

  /** Counts what was done since {@code before} as if it had been done {@code times} times. */
  void repeatSince(ForestSteps before, long times) {
    rootFinds += (rootFinds - before.rootFinds) * (times - 1);
    nodeScans += (nodeScans - before.nodeScans) * (times - 1);
    indexFinds += (indexFinds - before.indexFinds) * (times - 1);
  }
}
