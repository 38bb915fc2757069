package org.kpathjvm.engine.segment;

import org.kpathjvm.runtime.layout.SegmentLayout;

/**
 * The words that the target has emitted and that aren't counted yet. When more chunks wait than
 * blocks are free, chunks are spilled, because a living target must not wait for the counting. The
 * looks at the backlog are so far apart that they take only a small part of the time.
 */
final class Backlog {
  private final BlockLedger blocks;
  private final ChunkSearch search;
  private final DrainedStreams streams;
  private final CountingThreads threads;
  private boolean isTargetDead;
  private long nextLookNanos = System.nanoTime();
  private volatile int surplus;
  private volatile long behindSince = Long.MAX_VALUE;

  Backlog(BlockLedger blocks, ChunkSearch search, DrainedStreams streams, CountingThreads threads) {
    this.blocks = blocks;
    this.search = search;
    this.streams = streams;
    this.threads = threads;
  }

  /** Sets whether the target is dead: a dead target needs no free blocks. */
  void setTargetDead(boolean isDead) {
    isTargetDead = isDead;
  }

  /** Returns whether the target is alive and chunks can be spilled now. */
  boolean canSpill() {
    return !isTargetDead && blocks.canSpill();
  }

  /**
   * Looks at the backlog if it is time to, and spills chunks if too many wait. Called after each
   * chunk.
   */
  void keepUp() {
    long now = System.nanoTime();
    if (now - nextLookNanos < 0) {
      return;
    }
    int free = isTargetDead ? 0 : blocks.segment().blockCount() - search.lookAtAll();
    int waiting = streams.surplus();
    nextLookNanos = System.nanoTime() + ChunkSearch.COST_FACTOR * (System.nanoTime() - now);
    if (waiting > free && canSpill()) {
      threads.areBehind(streams);
      // Afterwards half as many chunks wait as blocks are free.
      streams.spill((2 * waiting - free + 2) / 3);
      waiting = streams.surplus();
    }
    surplus = waiting;
    behindSince = blocks.oldestSpillNanos();
  }

  /** Sets the backlog to nothing, because everything has been read. */
  void clear() {
    surplus = 0;
    behindSince = Long.MAX_VALUE;
  }

  /** Returns about how many bytes of finished chunks aren't counted yet; from any thread. */
  long bytes() {
    return blocks.pendingBytes() + (long) surplus * SegmentLayout.BLOCK_BYTES;
  }

  /**
   * Returns how many nanoseconds the counting is behind at least; from any thread. What is counted
   * next of a stream either is one of the stream's spilled chunks or was emitted before all of
   * them. So the counting is behind by at least the time since the oldest spill. Returns 0 if no
   * chunk is spilled.
   */
  long behindNanos() {
    long since = behindSince;
    return since == Long.MAX_VALUE ? 0 : Math.max(System.nanoTime() - since, 0);
  }

  /** Returns the completions of paths seen in the segment, counted or not; from any thread. */
  long emitted() {
    return blocks.emitted();
  }

  /** Returns the bytes of blocks that were given back before their words were counted. */
  long spilledBytes() {
    return blocks.spilledChunks() * SegmentLayout.BLOCK_BYTES;
  }
}
