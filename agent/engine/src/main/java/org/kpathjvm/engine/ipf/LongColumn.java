package org.kpathjvm.engine.ipf;

import java.util.ArrayList;
import java.util.List;

/** A growing column of longs in chunks. Appending never copies earlier values. */
final class LongColumn {
  private static final int CHUNK_LENGTH = IntColumn.CHUNK_LENGTH;
  private static final int CHUNK_BITS = Integer.numberOfTrailingZeros(CHUNK_LENGTH);

  private final List<long[]> chunks = new ArrayList<>();
  private long[] last;
  private int lastLength = CHUNK_LENGTH;

  void add(long value) {
    if (lastLength == CHUNK_LENGTH) {
      last = new long[CHUNK_LENGTH];
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

  void set(int row, long value) {
    chunks.get(row >>> CHUNK_BITS)[row & CHUNK_LENGTH - 1] = value;
  }

  long get(int row) {
    return chunks.get(row >>> CHUNK_BITS)[row & CHUNK_LENGTH - 1];
  }

  /**
   * Returns the values of a chunk, which has {@link IntColumn#CHUNK_LENGTH} rows, and removes the
   * chunk from the column.
   */
  long[] takeChunk(int chunk) {
    return chunks.set(chunk, null);
  }
}
