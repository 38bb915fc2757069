package org.kpathjvm.engine.ipf;

import java.nio.ByteBuffer;

/**
 * The nodes of a {@link PathForest} in direct buffers in native byte order, with one entry for each
 * node. The roots come first, then the nodes of depth 2, and so on. Each level is ordered by parent
 * and path.
 *
 * @param parents int, the index of the parent's entry; -1 for roots
 * @param paths int, path id
 * @param depths int, from 1 to k
 * @param counts long, the count of the node's n-gram
 */
public record PathForestBuffers(
    ByteBuffer parents, ByteBuffer paths, ByteBuffer depths, ByteBuffer counts) {
  /** Returns the number of bytes in all buffers. */
  public long bytes() {
    return (long) parents.capacity() + paths.capacity() + depths.capacity() + counts.capacity();
  }
}
