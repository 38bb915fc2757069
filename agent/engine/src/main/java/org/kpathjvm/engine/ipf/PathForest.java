package org.kpathjvm.engine.ipf;

import java.nio.ByteBuffer;

/**
 * A k-iterations path forest (Definition 2): a node for each n-gram of path ids, 1 <= n <= k, with
 * its exact count. Nodes are rows in preorder, roots and siblings by ascending id, so a node comes
 * after its parent and equal profiles are equal row by row.
 */
public final class PathForest {
  /** Counts take 8 bytes a row and a buffer holds less than 2 GiB. */
  public static final int MOST_ROWS = Integer.MAX_VALUE / 8;

  /** Parent of a root. */
  public static final int NO_PARENT = -1;

  private final IntColumn parents = new IntColumn();
  private final IntColumn paths = new IntColumn();
  private final IntColumn depths = new IntColumn();
  private final LongColumn counts = new LongColumn();
  private int size;
  private int roots;
  private int leaves;
  private long leafDepths;

  /** Appends a node, in preorder; returns its row. {@code depth} is 1 for roots. */
  int add(int parent, int path, int depth, long count) {
    if (size == MOST_ROWS) {
      throw new PathForestException(
          "the k-IPF has more than "
              + MOST_ROWS
              + " nodes; choose a smaller k or record fewer methods");
    }
    if (depth == 1) {
      roots++;
    }
    // A node is a leaf until the next row turns out to be its child.
    if (size > 0 && parent == size - 1) {
      leaves--;
      leafDepths -= depth - 2;
    }
    leaves++;
    leafDepths += depth - 1;
    parents.add(parent);
    paths.add(path);
    depths.add(depth);
    counts.add(count);
    return size++;
  }

  /** Nodes. */
  public int size() {
    return size;
  }

  /** Roots, i.e. distinct paths. */
  public int rootCount() {
    return roots;
  }

  /** Row of the node's parent, {@link #NO_PARENT} for a root. */
  public int parent(int row) {
    return parents.get(row);
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

  /** Children per node that has any (Fig. 13); 0 when none has. */
  public double averageInternalDegree() {
    int internal = size - leaves;
    return internal == 0 ? 0 : (double) (size - roots) / internal;
  }

  /** Average depth of the leaves, a root's depth being 0 (Fig. 14); 0 when empty. */
  public double averageLeafDepth() {
    return leaves == 0 ? 0 : (double) leafDepths / leaves;
  }

  /** Moves the rows into direct buffers; this object keeps only its sizes. */
  public PathForestBuffers moveToBuffers() {
    ByteBuffer parentRows = parents.moveToBuffer();
    ByteBuffer pathIds = paths.moveToBuffer();
    ByteBuffer depthRows = depths.moveToBuffer();
    return new PathForestBuffers(parentRows, pathIds, depthRows, counts.moveToBuffer());
  }
}
