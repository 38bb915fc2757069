package org.kpathjvm.engine.ksf;

/** What was looked for in a forest so far. */
final class ForestSteps {
  /** Finds in R. */
  long rootFinds;

  /** Nodes that were compared with an item in lists of children. */
  long nodeScans;

  /** Finds through the index of children. */
  long indexFinds;

  /** What it is now, to be compared with later. */
  ForestSteps copy() {
    ForestSteps copy = new ForestSteps();
    copy.rootFinds = rootFinds;
    copy.nodeScans = nodeScans;
    copy.indexFinds = indexFinds;
    return copy;
  }

  /** As if what was done since then had been done so many times. */
  void repeatSince(ForestSteps before, long times) {
    rootFinds += (rootFinds - before.rootFinds) * (times - 1);
    nodeScans += (nodeScans - before.nodeScans) * (times - 1);
    indexFinds += (indexFinds - before.indexFinds) * (times - 1);
  }
}
