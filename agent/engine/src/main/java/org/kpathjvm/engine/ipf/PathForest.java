package org.kpathjvm.engine.ipf;

import java.util.Arrays;

/**
 * A k-iteration path forest (Definition 2 of the k-BLPP paper): a node for each n-gram of path ids,
 * 1 <= n <= k, with the n-gram's count. Nodes are rows in preorder, so a node's parent is the last
 * earlier row whose depth is one less. Roots and siblings are in ascending order of ids, so equal
 * forests have equal rows.
 */
public final class PathForest {
  /** The largest number of nodes. A count takes 8 bytes, and a buffer holds less than 2 GiB. */
  public static final int MOST_ROWS = Integer.MAX_VALUE / 8;

  /** The number of bytes of a row in all columns together. */
  public static final int BYTES_PER_ROW = 3 * Integer.BYTES + Long.BYTES;

  /** The parent of a root. */
  public static final int NO_PARENT = -1;

  private final IntColumn paths = new IntColumn();
  private final IntColumn depths = new IntColumn();
  private final LongColumn counts = new LongColumn();

  /** The number of nodes by depth. */
  private int[] levels = new int[2];

  private int size;
  private long leastCount = 1;

  /**
   * Appends a node, in preorder, and returns its row.
   *
   * @param depth 1 for roots
   */
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

  /** Sets the count below which all nodes except roots are left out. */
  void leastCount(long count) {
    leastCount = count;
  }

  /**
   * Returns the threshold of the forest: an n-gram of two or more paths has a node if its count is
   * at least this number, and only then. If the result is 1, all n-grams have nodes.
   */
  public long leastCount() {
    return leastCount;
  }

  /** Removes the last node. */
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

  /** Returns the number of nodes. */
  public int size() {
    return size;
  }

  /** Returns the number of roots, which is the number of distinct paths. */
  public int rootCount() {
    return levels[1];
  }

  /** Returns the id of the last path of the node's n-gram. */
  public int path(int row) {
    return paths.get(row);
  }

  /** Returns the length of the node's n-gram, from 1 to k. */
  public int depth(int row) {
    return depths.get(row);
  }

  /** Returns how often the node's n-gram occurred. */
  public long count(int row) {
    return counts.get(row);
  }

  /**
   * Returns the average degree and the average leaf depth. Must be called before {@link
   * #moveToBuffers}.
   */
  public PathForestShape shape() {
    int leaves = 0;
    long leafDepths = 0;
    for (int row = 0; row < size; row++) {
      // In preorder, a node's first child is the next row.
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

  /**
   * Moves the rows into direct buffers, level by level. After that, the rows can no longer be read
   * from this object.
   */
  public PathForestBuffers moveToBuffers() {
    LevelOrder order = new LevelOrder(depths, levels);
    return new PathForestBuffers(
        order.parents(), order.move(paths), order.depths(), order.move(counts));
  }
}
