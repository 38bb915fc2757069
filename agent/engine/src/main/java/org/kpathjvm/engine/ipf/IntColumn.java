package org.kpathjvm.engine.ipf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** A growing column of ints in chunks: appending never copies what is there. */
final class IntColumn {
  private static final int CHUNK_BITS = 16;
  private static final int CHUNK_LENGTH = 1 << CHUNK_BITS;

  private final List<int[]> chunks = new ArrayList<>();
  private int[] last;
  private int lastLength = CHUNK_LENGTH;

  void add(int value) {
    if (lastLength == CHUNK_LENGTH) {
      last = new int[CHUNK_LENGTH];
      chunks.add(last);
      lastLength = 0;
    }
    last[lastLength++] = value;
  }

  /** Takes the last row away. */
  void removeLast() {
    if (--lastLength == 0) {
      chunks.remove(chunks.size() - 1);
      last = chunks.isEmpty() ? null : chunks.get(chunks.size() - 1);
      lastLength = CHUNK_LENGTH;
    }
  }

  int get(int row) {
    return chunks.get(row >>> CHUNK_BITS)[row & CHUNK_LENGTH - 1];
  }

  /**
   * The column in a direct buffer of its exact size, native order; the chunks are let go on the
   * way.
   */
  ByteBuffer moveToBuffer() {
    int rows = chunks.isEmpty() ? 0 : (chunks.size() - 1) * CHUNK_LENGTH + lastLength;
    ByteBuffer buffer =
        ByteBuffer.allocateDirect(Math.multiplyExact(rows, 4)).order(ByteOrder.nativeOrder());
    for (int chunk = 0; chunk < chunks.size(); chunk++) {
      int start = chunk * CHUNK_LENGTH;
      buffer.asIntBuffer().put(start, chunks.get(chunk), 0, Math.min(CHUNK_LENGTH, rows - start));
      chunks.set(chunk, null);
    }
    chunks.clear();
    last = null;
    lastLength = CHUNK_LENGTH;
    return buffer;
  }
}
