package org.kpathjvm.engine.segment;

import org.kpathjvm.runtime.layout.SegmentLayout;

/**
 * The backlog of a drain: the words that the target has emitted and that aren't counted yet. Chunks
 * are spilled when more finished chunks are waiting than there are free blocks, because a running
 * target must not wait.
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

  /** Sets whether the target is dead. A dead target doesn't need free blocks. */
  void setTargetDead(boolean isDead) {
    isTargetDead = isDead;
  }

  boolean canSpill() {
    return !isTargetDead && blocks.canSpill();
  }

  /**
   * Spills chunks if too many are waiting. Called in each pass and after each chunk. To save time,
   * the backlog is checked only at intervals.
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
      // After this, half as many chunks wait as there are free blocks.
      streams.spill((2 * waiting - free + 2) / 3);
      waiting = streams.surplus();
    }
    surplus = waiting;
    behindSince = blocks.oldestSpillNanos();
  }

  /** Empties the backlog, because everything has been read. */
  void clear() {
    surplus = 0;
    behindSince = Long.MAX_VALUE;
  }

  /**
   * Returns about how many bytes of finished chunks aren't counted yet. Any thread may call this.
   */
  long bytes() {
    return blocks.pendingBytes() + (long) surplus * SegmentLayout.BLOCK_BYTES;
  }

  /**
   * Returns a lower bound on the nanoseconds by which counting is behind: the time since the
   * earliest spill of a chunk that isn't counted yet. Returns 0 if there is no such chunk. Any
   * thread may call this.
   */
  long behindNanos() {
    long since = behindSince;
    return since == Long.MAX_VALUE ? 0 : Math.max(System.nanoTime() - since, 0);
  }

  /**
   * Returns the number of path completions that have been seen in the segment, counted or not. Any
   * thread may call this.
   */
  long emitted() {
    return blocks.emitted();
  }

  /** Returns the number of bytes in blocks that were given back before their words were counted. */
  long spilledBytes() {
    return blocks.spilledChunks() * SegmentLayout.BLOCK_BYTES;
  }
}
