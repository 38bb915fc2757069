package org.kpathjvm.engine.segment;

import org.kpathjvm.runtime.layout.SegmentLayout;

/**
 * What the target has emitted and isn't counted yet. It is looked at, at intervals that make the
 * looks a small part of the time; and chunks are spilled when more of them wait than blocks are
 * free, as a living target must not wait for the counting.
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

  /** Whether the target is dead, which waits for nothing any more. */
  void setTargetDead(boolean isDead) {
    isTargetDead = isDead;
  }

  /** Whether chunks of a living target can be spilled now. */
  boolean canSpill() {
    return !isTargetDead && blocks.canSpill();
  }

  /** Looks, if it is time to, and spills what is too much; called after each chunk. */
  void keepUp() {
    long now = System.nanoTime();
    if (now - nextLookNanos < 0) {
      return;
    }
    int free = isTargetDead ? 0 : blocks.segment().blockCount() - search.lookAtAll();
    surplus = streams.surplus();
    behindSince = streams.behindSince();
    nextLookNanos = System.nanoTime() + ChunkSearch.COST_FACTOR * (System.nanoTime() - now);
    if (surplus <= free || !canSpill()) {
      return;
    }
    threads.areBehind(streams);
    // Until half as many wait as are free.
    streams.spill((2 * surplus - free + 2) / 3);
  }

  /** There is none any more. */
  void clear() {
    surplus = 0;
    behindSince = Long.MAX_VALUE;
  }

  /** Bytes of finished chunks that aren't counted yet, about; from any thread. */
  long bytes() {
    return blocks.pendingBytes() + (long) surplus * SegmentLayout.BLOCK_BYTES;
  }

  /** How long ago what is counted next was emitted, in nanoseconds, about; from any thread. */
  long behindNanos() {
    long since = behindSince;
    return since == Long.MAX_VALUE ? 0 : Math.max(System.nanoTime() - since, 0);
  }

  /** Completions of paths that were seen in the segment, counted or not; from any thread. */
  long emitted() {
    return blocks.emitted();
  }

  /** Bytes of the segment that were given back before what they held was counted. */
  long spilledBytes() {
    return blocks.spilledChunks() * SegmentLayout.BLOCK_BYTES;
  }
}
