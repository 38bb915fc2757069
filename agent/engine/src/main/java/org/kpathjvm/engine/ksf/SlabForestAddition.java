package org.kpathjvm.engine.ksf;

import java.util.Arrays;

/**
 * Adds the counts of a source forest to a target forest. The count of each source node is added to
 * the target node that has the same labels on the way from its root.
 */
final class SlabForestAddition {
  private final SlabForestView source;
  private final SlabForest target;
  private long[] open = new long[256];
  private int openCount;

  SlabForestAddition(SlabForest source, SlabForest target) {
    this.source = source.view();
    this.target = target;
  }

  void run() {
    for (long root : source.roots()) {
      target.makeAllowance(1);
      add(SlabForestView.node(root), target.root(SlabForestView.label(root)));
      while (openCount > 0) {
        long pair = open[--openCount];
        addChildren((int) (pair >>> 32), (int) pair);
      }
    }
    target.endAllowance();
  }

  private void addChildren(int from, int to) {
    for (long link = source.firstChild(from);
        link != 0;
        link = source.nextSibling(SlabForestView.node(link))) {
      target.makeAllowance(1);
      add(SlabForestView.node(link), target.child(to, SlabForestView.label(link)));
    }
  }

  private void add(int from, int to) {
    target.addCount(to, source.count(from));
    if (openCount == open.length) {
      open = Arrays.copyOf(open, 2 * openCount);
    }
    open[openCount++] = (long) from << 32 | to;
  }
}
