package org.kpathjvm.engine.ipf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

/**
 * Moves the columns of a k-IPF into direct buffers in native byte order. In the columns, the rows
 * are nodes in preorder. In the buffers, the nodes are ordered by level: first all roots, then all
 * nodes of depth 2, and so on. Within a level, nodes keep the order that they have in the columns.
 * So the children of a node are next to each other, and the groups of children are in the order of
 * their parents.
 */
final class LevelOrder {
  private final IntColumn depths;
  private final int rows;

  /**
   * For each depth, the index in the buffers of the first node with this depth. The last entry is
   * the index after the last level.
   */
  private final int[] starts;

  /**
   * Creates the order of a forest's nodes.
   *
   * @param depths the depths of the nodes, at least 1
   * @param levels the number of nodes by depth; index 0 is unused
   */
  LevelOrder(IntColumn depths, int[] levels) {
    this.depths = depths;
    starts = new int[levels.length + 1];
    for (int depth = 1; depth < levels.length; depth++) {
      starts[depth + 1] = starts[depth] + levels[depth];
    }
    rows = starts[levels.length];
  }

  /**
   * Returns, in the order of the levels, the index of each node's parent; {@link
   * PathForest#NO_PARENT} for roots.
   */
  ByteBuffer parents() {
    ByteBuffer result = direct(Integer.BYTES);
    IntBuffer parents = result.asIntBuffer();
    int[] next = starts.clone();
    for (int chunk = 0; chunk < depths.chunks(); chunk++) {
      int[] own = depths.chunk(chunk);
      for (int at = 0, end = length(chunk); at < end; at++) {
        int depth = own[at];
        // In preorder, a node's parent is the last earlier node on the level above.
        parents.put(next[depth]++, depth == 1 ? PathForest.NO_PARENT : next[depth - 1] - 1);
      }
    }
    return result;
  }

  /** Returns the depth of each node, in the order of the levels. */
  ByteBuffer depths() {
    ByteBuffer result = direct(Integer.BYTES);
    for (int depth = 1; depth < starts.length - 1; depth++) {
      for (int at = starts[depth]; at < starts[depth + 1]; at++) {
        result.putInt(Integer.BYTES * at, depth);
      }
    }
    return result;
  }

  /** Returns a column's values in the order of the levels, and releases the column's chunks. */
  ByteBuffer move(IntColumn column) {
    ByteBuffer result = direct(Integer.BYTES);
    IntBuffer moved = result.asIntBuffer();
    int[] next = starts.clone();
    for (int chunk = 0; chunk < depths.chunks(); chunk++) {
      int[] own = depths.chunk(chunk);
      int[] values = column.takeChunk(chunk);
      for (int at = 0, end = length(chunk); at < end; at++) {
        moved.put(next[own[at]]++, values[at]);
      }
    }
    return result;
  }

  /** Returns a column's values in the order of the levels, and releases the column's chunks. */
  ByteBuffer move(LongColumn column) {
    ByteBuffer result = direct(Long.BYTES);
    LongBuffer moved = result.asLongBuffer();
    int[] next = starts.clone();
    for (int chunk = 0; chunk < depths.chunks(); chunk++) {
      int[] own = depths.chunk(chunk);
      long[] values = column.takeChunk(chunk);
      for (int at = 0, end = length(chunk); at < end; at++) {
        moved.put(next[own[at]]++, values[at]);
      }
    }
    return result;
  }

  private int length(int chunk) {
    return Math.min(IntColumn.CHUNK_LENGTH, rows - chunk * IntColumn.CHUNK_LENGTH);
  }

  private ByteBuffer direct(int bytes) {
    return ByteBuffer.allocateDirect(Math.multiplyExact(rows, bytes))
        .order(ByteOrder.nativeOrder());
  }
}
