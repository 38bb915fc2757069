package org.kpathjvm.runtime.inline;

import java.util.List;

/**
 * The nodes of the threads' forests, one forest after the other. Within a forest, parents come
 * before children.
 */
final class ForestRows implements Rows {
  private static final int MOST_NODES = 1 << 12;
  private static final int NO_PARENT = -1;

  private final List<Tables> forests;
  private int opened;

  /** The number of nodes in all forests before the current one. */
  private int firstRow;

  private Forest forest;
  private int size;
  private int[] parents;
  private int node;

  ForestRows(List<Tables> ofAllThreads) {
    forests = ofAllThreads;
  }

  /**
   * Returns two longs for each of the next nodes; null if there are no more nodes. The first long
   * has the path's id in its high half, and the number of the parent's row (-1 for a root) in its
   * low half. The second long is the count.
   */
  @Override
  public long[] next() {
    while (node == size) {
      if (opened == forests.size()) {
        return null;
      }
      firstRow = Math.addExact(firstRow, size);
      open((Forest) forests.get(opened++));
    }
    long[] rows = new long[2 * Math.min(MOST_NODES, size - node)];
    for (int at = 0; at < rows.length; at += 2) {
      node++;
      int parent = parents[node];
      int row = parent == 0 ? NO_PARENT : firstRow + parent - 1;
      rows[at] = (long) forest.id(node) << 32 | Integer.toUnsignedLong(row);
      rows[at + 1] = forest.count(node);
    }
    return rows;
  }

  @Override
  public void addTo(Totals totals) {}

  private void open(Forest next) {
    forest = next;
    parents = next.parents();
    size = parents.length - 1;
    node = 0;
  }
}
