package org.kpathjvm.engine.segment;

import java.util.List;
import java.util.function.IntPredicate;

/**
 * Decides when the descriptors of the segment's blocks are searched for new chunks. A search of a
 * large segment takes tens of microseconds, so descriptors must not be searched too often.
 *
 * <p>All descriptors are searched at intervals, which grow while nothing is found. When a chunk of
 * a stream has been consumed between two such searches, the next call of {@link #look} searches
 * only until the stream's next chunk is found. A drain that keeps up finds that chunk among the
 * first blocks, because recording threads take the first free block.
 */
final class ChunkSearch {
  private static final long SHORTEST_INTERVAL_NANOS = 20_000;
  private static final long LONGEST_INTERVAL_NANOS = 2_000_000;

  /** Searches at intervals take at most 1 / COST_FACTOR of the time. */
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
   * @param examine examines one block, and returns whether the block is in use
   */
  ChunkSearch(IntPredicate examine, SegmentReader segment) {
    this.examine = examine;
    this.segment = segment;
  }

  /**
   * Notes that a chunk of a stream has just been consumed, and that the stream's next chunk hasn't
   * been found yet.
   */
  void soon() {
    soon = true;
  }

  boolean isSoon() {
    return soon;
  }

  /** Returns the largest number of blocks that any search of all blocks found in use. */
  int peakBlocks() {
    return peakBlocks;
  }

  boolean lookedAtAll() {
    return lookedAtAll;
  }

  /**
   * Searches for chunks if it is time to do so.
   *
   * @param always whether to search all blocks even if it isn't time to do so
   * @return whether a stream got the chunk that it wanted, or a new stream was found
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

  /** Searches all blocks. Returns the number of blocks that are in use. */
  int lookAtAll() {
    int used = 0;
    for (int block = 0; block < segment.blockCount(); block++) {
      used += examine.test(block) ? 1 : 0;
    }
    peakBlocks = Math.max(peakBlocks, used);
    return used;
  }
}
