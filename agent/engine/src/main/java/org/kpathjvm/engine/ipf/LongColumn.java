package org.kpathjvm.engine.ipf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A growing column of longs, in chunks like those of an {@link IntColumn}. */
final class LongColumn {
  private static final int CHUNK_LENGTH = IntColumn.CHUNK_LENGTH;
  private static final int CHUNK_BITS = Integer.numberOfTrailingZeros(CHUNK_LENGTH);

  private final List<long[]> chunks = new ArrayList<>();
  private long[] last = {};
  private int lastLength;

  void add(long value) {
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
      last = new long[chunks.isEmpty() ? IntColumn.SHORTEST_CHUNK : CHUNK_LENGTH];
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

  void set(int row, long value) {
    chunks.get(row >>> CHUNK_BITS)[row & CHUNK_LENGTH - 1] = value;
  }

  long get(int row) {
    return chunks.get(row >>> CHUNK_BITS)[row & CHUNK_LENGTH - 1];
  }

  /** Returns the values of a chunk, and removes the chunk from the column. */
  long[] takeChunk(int chunk) {
    return chunks.set(chunk, null);
  }
}
