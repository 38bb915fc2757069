package org.kpathjvm.engine.ipf;

import java.util.Arrays;

/**
 * A k-iterations path forest (Definition 2): a node for each n-gram of path ids, 1 <= n <= k, with
 * its count. Nodes are rows in preorder, roots and siblings by ascending id: a node's parent is the
 * last row above it that is one less deep, and equal profiles are equal row by row.
 */
public final class PathForest {
  /** Counts take 8 bytes a row and a buffer holds less than 2 GiB. */
  public static final int MOST_ROWS = Integer.MAX_VALUE / 8;

  /** Of all columns. */
  public static final int BYTES_PER_ROW = 3 * Integer.BYTES + Long.BYTES;

  /** Parent of a root. */
  public static final int NO_PARENT = -1;

  private final IntColumn paths = new IntColumn();
  private final IntColumn depths = new IntColumn();
  private final LongColumn counts = new LongColumn();

  /** By depth: its nodes. */
  private int[] levels = new int[2];

  private int size;
  private long leastCount = 1;

  /** Appends a node, in preorder; returns its row. {@code depth} is 1 for roots. */
  int add(int path, int depth, long count) {
    if (size == MOST_ROWS) {
      throw new PathForestException(
          "the k-IPF has more than "
              + MOST_ROWS
              + " nodes; choose a smaller k or record fewer methods");
    }
    if (depth == levels.length) {
      levels = Arrays.copyOf(levels, 2 * depth);
    }
    levels[depth]++;
    paths.add(path);
    depths.add(depth);
    counts.add(count);
    return size++;
  }

  /** Nodes below that count, but for roots, are left out. */
  void leastCount(long count) {
    leastCount = count;
  }

  /** Every n-gram of two paths and more that was counted so often has a node; 1: all of them. */
  public long leastCount() {
    return leastCount;
  }

  /** Takes the last node away. */
  void removeLast() {
    size--;
    levels[depths.get(size)]--;
    paths.removeLast();
    depths.removeLast();
    counts.removeLast();
  }

  void setCount(int row, long count) {
    counts.set(row, count);
  }

  /** Nodes. */
  public int size() {
    return size;
  }

  /** Roots, i.e. distinct paths. */
  public int rootCount() {
    return levels[1];
  }

  /** Id of the last path of the node's n-gram. */
  public int path(int row) {
    return paths.get(row);
  }

  /** Length of the node's n-gram, 1..k. */
  public int depth(int row) {
    return depths.get(row);
  }

  /** Occurrences of the node's n-gram. */
  public long count(int row) {
    return counts.get(row);
  }

  /** Degree and leaf depth; only before the rows are moved. */
  public PathForestShape shape() {
    int leaves = 0;
    long leafDepths = 0;
    for (int row = 0; row < size; row++) {
      // In preorder the first child comes next.
      int depth = depths.get(row);
      if (row + 1 == size || depths.get(row + 1) <= depth) {
        leaves++;
        leafDepths += depth - 1;
      }
    }
    int internal = size - leaves;
    return new PathForestShape(
        internal == 0 ? 0 : (double) (size - rootCount()) / internal,
        leaves == 0 ? 0 : (double) leafDepths / leaves);
  }

  /** Moves the rows into direct buffers, level by level; this object keeps only its sizes. */
  public PathForestBuffers moveToBuffers() {
    LevelOrder order = new LevelOrder(depths, levels);
    return new PathForestBuffers(
        order.parents(), order.move(paths), order.depths(), order.move(counts));
  }
}
