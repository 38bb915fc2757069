package org.kpathjvm.engine.segment;

import java.util.List;
import java.util.function.IntPredicate;

/**
 * Decides when the descriptors are searched for new chunks. A look at all of them takes tens of
 * microseconds in a large segment, so it mustn't be made in vain.
 *
 * <p>When a stream has used up its chunk, the search begins at once and ends where the next chunk
 * is found. Recorders take the first free block, so a consumer that keeps up finds the chunk among
 * the first blocks. Otherwise all descriptors are looked at, at growing intervals.
 */
final class ChunkSearch {
  private static final long SHORTEST_INTERVAL_NANOS = 20_000;
  private static final long LONGEST_INTERVAL_NANOS = 2_000_000;

  /** At most 1 / COST_FACTOR of the time is spent on looking. */
  static final int COST_FACTOR = 8;

  private final IntPredicate examine;
  private final SegmentReader segment;
  private long nextLookNanos = System.nanoTime();
  private long intervalNanos = SHORTEST_INTERVAL_NANOS;
  private boolean soon;
  private boolean lookedAtAll;
  private volatile int peakBlocks;

  /**
   * Creates a search.
   *
   * @param examine looks at one block, and returns whether it is in use
   */
  ChunkSearch(IntPredicate examine, SegmentReader segment) {
    this.examine = examine;
    this.segment = segment;
  }

  /** Notes that a stream has just used up its chunk. */
  void soon() {
    soon = true;
  }

  /** Returns whether a stream has used up its chunk since the last {@link #look}. */
  boolean isSoon() {
    return soon;
  }

  /** Returns the largest number of blocks that were in use when all were looked at. */
  int peakBlocks() {
    return peakBlocks;
  }

  /** Returns whether the last {@link #look} looked at all blocks. */
  boolean lookedAtAll() {
    return lookedAtAll;
  }

  /**
   * Looks for chunks if it is time to.
   *
   * @param always whether to look at all blocks even if it isn't time to
   * @return whether a stream got a chunk, or a stream is new
   */
  boolean look(List<LeaseStream> streams, boolean always) {
    lookedAtAll = false;
    long now = System.nanoTime();
    boolean due = now - nextLookNanos >= 0;
    if (!always && !due && !soon) {
      return false;
    }
    int before = streams.size();
    boolean found = false;
    if (soon && !due && !always) {
      for (int at = 0; at < before; at++) {
        found |= streams.get(at).wantsChunk() && lookFor(streams.get(at));
      }
      soon = false;
      return found;
    }
    int wanting = wanting(streams);
    lookAtAll();
    lookedAtAll = true;
    found = streams.size() > before || wanting(streams) < wanting;
    soon = false;
    long cost = System.nanoTime() - now;
    intervalNanos =
        found ? SHORTEST_INTERVAL_NANOS : Math.min(2 * intervalNanos, LONGEST_INTERVAL_NANOS);
    nextLookNanos = now + Math.max(intervalNanos, COST_FACTOR * cost);
    return found;
  }

  private static int wanting(List<LeaseStream> streams) {
    int wanting = 0;
    for (LeaseStream stream : streams) {
      wanting += stream.wantsChunk() ? 1 : 0;
    }
    return wanting;
  }

  private boolean lookFor(LeaseStream stream) {
    for (int block = 0; block < segment.blockCount(); block++) {
      examine.test(block);
      if (!stream.wantsChunk()) {
        return true;
      }
    }
    return false;
  }

  /** Looks at all blocks; returns how many are in use. */
  int lookAtAll() {
    int used = 0;
    for (int block = 0; block < segment.blockCount(); block++) {
      used += examine.test(block) ? 1 : 0;
    }
    peakBlocks = Math.max(peakBlocks, used);
    return used;
  }
}
