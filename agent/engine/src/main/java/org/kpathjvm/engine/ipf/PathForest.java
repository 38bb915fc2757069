package org.kpathjvm.engine.ipf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A k-iteration path forest (Definition 2 of the k-BLPP paper): a node for each n-gram of path ids,
 * 1 <= n <= k, with the n-gram's count.
 *
 * <p>The nodes are rows. The roots come first, then the nodes of depth 2, and so on. The nodes of a
 * level are in the order of their parents. The children of a node are in ascending order of ids,
 * and so are the roots. So equal forests have equal rows. While a forest is filled, the levels may
 * get nodes alternately, as long as each level gets its own nodes in this order.
 */
public final class PathForest {
  /** The largest number of nodes. A count takes 8 bytes, and a buffer holds less than 2 GiB. */
  public static final int MOST_ROWS = Integer.MAX_VALUE / 8;

  /** The number of bytes of a row in all columns of the {@link PathForestBuffers} together. */
  public static final int BYTES_PER_ROW = 3 * Integer.BYTES + Long.BYTES;

  /** The parent of a root. */
  public static final int NO_PARENT = -1;

  /** The levels, beginning with the roots. */
  private final List<Level> levels = new ArrayList<>();

  private int size;
  private long leastCount = 1;

  /** The nodes of one depth. A parent is given by its place on the level above. */
  private static final class Level {
    final IntColumn parents = new IntColumn();
    final IntColumn paths = new IntColumn();
    final LongColumn counts = new LongColumn();
    int size;
  }

  /**
   * Appends a node to a level, and returns the node's place on this level.
   *
   * @param depth 1 for roots
   * @param parent the parent's place on the level above; {@link #NO_PARENT} for roots
   */
  int add(int depth, int parent, int path, long count) {
    if (size == MOST_ROWS) {
      throw new PathForestException(
          "the k-IPF has more than "
              + MOST_ROWS
              + " nodes; choose a smaller k or record fewer methods");
    }
    if (depth > levels.size()) {
      levels.add(new Level());
    }
    Level level = levels.get(depth - 1);
    level.parents.add(parent);
    level.paths.add(path);
    level.counts.add(count);
    size++;
    return level.size++;
  }

  /** Sets the count below which all nodes except roots are left out. */
  void leastCount(long count) {
    leastCount = count;
  }

  /**
   * Returns the threshold of the forest: an n-gram of two or more paths has a node if and only if
   * its count is at least this number. If the result is 1, all n-grams have nodes.
   */
  public long leastCount() {
    return leastCount;
  }

  void removeLast(int depth) {
    Level level = levels.get(depth - 1);
    level.parents.removeLast();
    level.paths.removeLast();
    level.counts.removeLast();
    level.size--;
    size--;
  }

  void setCount(int depth, int place, long count) {
    levels.get(depth - 1).counts.set(place, count);
  }

  /** Returns the number of nodes. */
  public int size() {
    return size;
  }

  /** Returns the number of roots, which is the number of distinct paths. */
  public int rootCount() {
    return levels.isEmpty() ? 0 : levels.get(0).size;
  }

  /** Returns the row of the node's parent; {@link #NO_PARENT} for roots. */
  public int parent(int row) {
    int depth = depth(row);
    int above = depth < 2 ? 0 : firstRow(depth - 1);
    int parent = levels.get(depth - 1).parents.get(row - firstRow(depth));
    return parent == NO_PARENT ? NO_PARENT : above + parent;
  }

  /** Returns the id of the last path of the node's n-gram. */
  public int path(int row) {
    int depth = depth(row);
    return levels.get(depth - 1).paths.get(row - firstRow(depth));
  }

  /** Returns the length of the node's n-gram, from 1 to k. */
  public int depth(int row) {
    int depth = 1;
    for (int end = levels.get(0).size; row >= end; end += levels.get(depth - 1).size) {
      depth++;
    }
    return depth;
  }

  /** Returns how often the node's n-gram occurred. */
  public long count(int row) {
    int depth = depth(row);
    return levels.get(depth - 1).counts.get(row - firstRow(depth));
  }

  private int firstRow(int depth) {
    int row = 0;
    for (int above = 1; above < depth; above++) {
      row += levels.get(above - 1).size;
    }
    return row;
  }

  /**
   * Returns the average degree and the average leaf depth. This method must be called before {@link
   * #moveToBuffers}.
   */
  public PathForestShape shape() {
    int internal = 0;
    long leafDepths = 0;
    for (int depth = 1; depth <= levels.size(); depth++) {
      int parents = depth == levels.size() ? 0 : parentCount(levels.get(depth));
      internal += parents;
      leafDepths += (depth - 1L) * (levels.get(depth - 1).size - parents);
    }
    int leaves = size - internal;
    return new PathForestShape(
        internal == 0 ? 0 : (double) (size - rootCount()) / internal,
        leaves == 0 ? 0 : (double) leafDepths / leaves);
  }

  /** Returns how many nodes are the parents of a level's nodes. */
  private static int parentCount(Level level) {
    int parents = 0;
    int last = NO_PARENT;
    for (int place = 0; place < level.size; place++) {
      int parent = level.parents.get(place);
      parents += parent == last ? 0 : 1;
      last = parent;
    }
    return parents;
  }

  /**
   * Moves the rows into direct buffers, one column after the other. After that, the rows can no
   * longer be read from this object.
   */
  public PathForestBuffers moveToBuffers() {
    ByteBuffer parents = direct(Integer.BYTES);
    ByteBuffer depths = direct(Integer.BYTES);
    moveParents(parents.asIntBuffer(), depths.asIntBuffer());
    ByteBuffer paths = direct(Integer.BYTES);
    movePaths(paths.asIntBuffer());
    ByteBuffer counts = direct(Long.BYTES);
    moveCounts(counts.asLongBuffer());
    return new PathForestBuffers(parents, paths, depths, counts);
  }

  private void moveParents(IntBuffer rows, IntBuffer depths) {
    int above = 0;
    for (int depth = 1; depth <= levels.size(); depth++) {
      Level level = levels.get(depth - 1);
      int first = rows.position();
      for (int left = level.size, chunk = 0; left > 0; left -= IntColumn.CHUNK_LENGTH, chunk++) {
        int[] parents = level.parents.takeChunk(chunk);
        for (int at = 0, end = Math.min(left, parents.length); at < end; at++) {
          rows.put(depth == 1 ? NO_PARENT : above + parents[at]);
          depths.put(depth);
        }
      }
      above = first;
    }
  }

  private void movePaths(IntBuffer rows) {
    for (Level level : levels) {
      for (int left = level.size, chunk = 0; left > 0; left -= IntColumn.CHUNK_LENGTH, chunk++) {
        int[] paths = level.paths.takeChunk(chunk);
        rows.put(paths, 0, Math.min(left, paths.length));
      }
    }
  }

  private void moveCounts(LongBuffer rows) {
    for (Level level : levels) {
      for (int left = level.size, chunk = 0; left > 0; left -= IntColumn.CHUNK_LENGTH, chunk++) {
        long[] counts = level.counts.takeChunk(chunk);
        rows.put(counts, 0, Math.min(left, counts.length));
      }
    }
  }

  private ByteBuffer direct(int bytes) {
    return ByteBuffer.allocateDirect(Math.multiplyExact(size, bytes))
        .order(ByteOrder.nativeOrder());
  }
}
