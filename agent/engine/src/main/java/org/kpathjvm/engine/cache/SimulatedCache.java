package org.kpathjvm.engine.cache;

import java.util.Arrays;

/**
 * A set-associative cache with exact LRU replacement. It stores only the tags of lines, not their
 * data. A write is treated like a read (write-allocate). Not thread-safe.
 */
final class SimulatedCache {
  private static final long NO_LINE = -1;

  private final int ways;
  private final int setMask;
  private final int lineBits;

  /** The lines of each set, the most recently used first. */
  private final long[] lines;

  SimulatedCache(CacheShape shape) {
    ways = shape.ways();
    setMask = shape.sets() - 1;
    lineBits = Integer.numberOfTrailingZeros(shape.lineBytes());
    lines = new long[shape.sets() * ways];
    Arrays.fill(lines, NO_LINE);
  }

  /** Accesses the line of an address. Returns whether the line was in the cache. */
  boolean access(long address) {
    long line = address >>> lineBits;
    int first = (int) (line & setMask) * ways;
    long moved = line;
    for (int at = first; at < first + ways; at++) {
      long there = lines[at];
      lines[at] = moved;
      if (there == line) {
        return true;
      }
      moved = there;
    }
    return false;
  }
}
