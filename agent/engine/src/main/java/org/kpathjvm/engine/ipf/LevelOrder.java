package org.kpathjvm.engine.ipf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

/**
 * Moves columns whose rows are nodes in preorder into direct buffers, level by level: first all
 * roots, then all nodes of depth 2, and so on. Byte order is native. Within a level rows keep their
 * order. So nodes of the same parent stay together, and parents ascend.
 */
final class LevelOrder {
  private final IntColumn depths;
  private final int rows;

  /** By depth: the first place of its nodes. The last entry is the place after the last level. */
  private final int[] starts;

  /**
   * Takes the depths of the nodes.
   *
   * @param depths of the nodes, 1 and more
   * @param levels how many nodes each depth has, indexed by depth from 1 on
   */
  LevelOrder(IntColumn depths, int[] levels) {
    this.depths = depths;
    starts = new int[levels.length + 1];
    for (int depth = 1; depth < levels.length; depth++) {
      starts[depth + 1] = starts[depth] + levels[depth];
    }
    rows = starts[levels.length];
  }

  /** Returns the place of each node's parent, {@link PathForest#NO_PARENT} for roots. */
  ByteBuffer parents() {
    ByteBuffer result = direct(Integer.BYTES);
    IntBuffer parents = result.asIntBuffer();
    int[] next = starts.clone();
    for (int chunk = 0; chunk < depths.chunks(); chunk++) {
      int[] own = depths.chunk(chunk);
      for (int at = 0, end = length(chunk); at < end; at++) {
        int depth = own[at];
        // In preorder, the parent is the last node on the level above.
        parents.put(next[depth]++, depth == 1 ? PathForest.NO_PARENT : next[depth - 1] - 1);
      }
    }
    return result;
  }

  /** Returns the depth of each node. */
  ByteBuffer depths() {
    ByteBuffer result = direct(Integer.BYTES);
    for (int depth = 1; depth < starts.length - 1; depth++) {
      for (int at = starts[depth]; at < starts[depth + 1]; at++) {
        result.putInt(Integer.BYTES * at, depth);
      }
    }
    return result;
  }

  /** Returns a column's values. The column's chunks are released on the way. */
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

  /** Returns a column's values. The column's chunks are released on the way. */
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
