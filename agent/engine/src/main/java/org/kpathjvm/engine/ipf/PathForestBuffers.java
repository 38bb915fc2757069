package org.kpathjvm.engine.ipf;

import java.nio.ByteBuffer;

/**
 * The nodes of a {@link PathForest} in direct buffers, native byte order, one entry a node: first
 * the roots, then those of depth 2 and so on, each level by parent and path.
 *
 * @param parents int, places of nodes; -1 for roots
 * @param paths int, path id
 * @param depths int, 1..k
 * @param counts long
 */
public record PathForestBuffers(
    ByteBuffer parents, ByteBuffer paths, ByteBuffer depths, ByteBuffer counts) {
  /** Bytes of all columns. */
  public long bytes() {
    return (long) parents.capacity() + paths.capacity() + depths.capacity() + counts.capacity();
  }
}
