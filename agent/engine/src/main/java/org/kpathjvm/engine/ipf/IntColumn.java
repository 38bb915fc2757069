package org.kpathjvm.engine.ipf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A growing column of ints in chunks. The first chunk begins short, so that short columns are
 * small, and is copied when it grows. Later chunks have their full length from the start.
 */
final class IntColumn {
  private static final int CHUNK_BITS = 16;

  static final int CHUNK_LENGTH = 1 << CHUNK_BITS;
  static final int SHORTEST_CHUNK = 16;

  private final List<int[]> chunks = new ArrayList<>();
  private int[] last = {};
  private int lastLength;

  void add(int value) {
    if (lastLength == last.length) {
      grow();
    }
    last[lastLength++] = value;
  }

  private void grow() {
    if (chunks.size() == 1 && lastLength < CHUNK_LENGTH) {
      last = Arrays.copyOf(last, 2 * lastLength);
      chunks.set(0, last);
    } else {
      last = new int[chunks.isEmpty() ? SHORTEST_CHUNK : CHUNK_LENGTH];
      chunks.add(last);
      lastLength = 0;
    }
  }

  void removeLast() {
    lastLength--;
    if (lastLength == 0 && chunks.size() > 1) {
      chunks.remove(chunks.size() - 1);
      last = chunks.get(chunks.size() - 1);
      lastLength = last.length;
    }
  }

  int get(int row) {
    return chunks.get(row >>> CHUNK_BITS)[row & CHUNK_LENGTH - 1];
  }

  /** Returns the values of a chunk, and removes the chunk from the column. */
  int[] takeChunk(int chunk) {
    return chunks.set(chunk, null);
  }
}
