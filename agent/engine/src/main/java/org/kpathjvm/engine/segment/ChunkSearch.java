package org.kpathjvm.engine.segment;

import java.util.List;
import java.util.function.IntPredicate;

/**
 * Decides when the descriptors are looked through for new chunks. A look at all of them takes tens
 * of microseconds in a large segment, so it isn't done in vain: at once when a stream has used up
 * its chunk (only until the next is found: recorders take the first free block, so a consumer that
 * keeps up finds it among the first), else at growing intervals.
 */
final class ChunkSearch {
  private static final long SHORTEST_INTERVAL_NANOS = 20_000;
  private static final long LONGEST_INTERVAL_NANOS = 2_000_000;

  /** Part of the time that may go into looking, as 1 / this. */
  static final int COST_FACTOR = 8;

  private final IntPredicate examine;
  private final SegmentReader segment;
  private long nextLookNanos = System.nanoTime();
  private long intervalNanos = SHORTEST_INTERVAL_NANOS;
  private boolean soon;
  private boolean lookedAtAll;
  private volatile int peakBlocks;

  /** {@code examine} looks at one block and says whether it is in use. */
  ChunkSearch(IntPredicate examine, SegmentReader segment) {
    this.examine = examine;
    this.segment = segment;
  }

  /** A stream has just used up its chunk. */
  void soon() {
    soon = true;
  }

  /** Most blocks that were in use when all were looked at. */
  int peakBlocks() {
    return peakBlocks;
  }

  /** Whether the last {@link #look} looked at all blocks. */
  boolean lookedAtAll() {
    return lookedAtAll;
  }

  /**
   * Looks for chunks if it is time to, or always; true when a stream got one or a stream is new.
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
