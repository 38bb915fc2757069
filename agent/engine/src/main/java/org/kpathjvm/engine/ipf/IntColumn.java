package org.kpathjvm.engine.ipf;

import java.util.ArrayList;
import java.util.List;

/** A growing column of ints in chunks. Appending never copies earlier values. */
final class IntColumn {
  private static final int CHUNK_BITS = 16;

  /** The number of rows in a chunk. The last chunk may be partly filled. */
  static final int CHUNK_LENGTH = 1 << CHUNK_BITS;

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

  /** Removes the last row. */
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

  /** Returns the number of chunks. */
  int chunks() {
    return chunks.size();
  }

  /** Returns the values of a chunk. The last chunk may have unused elements after its values. */
  int[] chunk(int chunk) {
    return chunks.get(chunk);
  }

  /** Returns the values of a chunk, and removes the chunk from the column. */
  int[] takeChunk(int chunk) {
    return chunks.set(chunk, null);
  }
}
