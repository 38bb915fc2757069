package org.kpathjvm.engine.ksf;

import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;

/**
 * Adds the counts of one k-slab forest to another, node by node along equal label sequences; also
 * what was folded, see {@link ForestFolding#RESIDUE}. The target may be folded on the way.
 */
final class SlabForestAddition implements NodeReferences {
  private final SlabForestView source;
  private final SlabForest target;
  private long[] open = new long[256];
  private int openCount;

  /** The target's node whose children are being added. */
  private int parent;

  SlabForestAddition(SlabForest source, SlabForest target) {
    this.source = source.view();
    this.target = target;
  }

  void run() {
    for (long root : source.roots()) {
      target.makeAllowance(1, this);
      add(SlabForestView.node(root), target.root(SlabForestView.label(root)));
      while (openCount > 0) {
        long pair = open[--openCount];
        parent = (int) pair;
        addChildren((int) (pair >>> 32));
        parent = 0;
      }
    }
    target.endAllowance();
  }

  private void addChildren(int from) {
    for (long link = source.firstChild(from);
        link != 0;
        link = source.nextSibling(SlabForestView.node(link))) {
      target.makeAllowance(1, this);
      int label = SlabForestView.label(link);
      add(
          SlabForestView.node(link),
          label == ForestFolding.RESIDUE
              ? ForestFolding.residue(target, parent)
              : target.child(parent, label));
    }
  }

  private void add(int from, int to) {
    target.addCount(to, source.count(from));
    if (openCount == open.length) {
      open = Arrays.copyOf(open, 2 * openCount);
    }
    open[openCount++] = (long) from << 32 | to;
  }

  @Override
  public void forEach(IntConsumer action) {
    action.accept(parent);
    for (int at = 0; at < openCount; at++) {
      action.accept((int) open[at]);
    }
  }

  @Override
  public void replace(IntUnaryOperator moved) {
    parent = moved.applyAsInt(parent);
    for (int at = 0; at < openCount; at++) {
      open[at] = open[at] & 0xFFFFFFFF00000000L | moved.applyAsInt((int) open[at]);
    }
  }

  /** They are needed; there are at most as many as the deepest branch has siblings. */
  @Override
  public int letGo() {
    return 0;
  }
}
