package org.kpathjvm.engine.segment;

import static org.kpathjvm.runtime.layout.SegmentLayout.BLOCK_STREAM;

import java.util.BitSet;

/**
 * One drain's knowledge of the blocks: which it has found, so that each chunk is taken once. A
 * block is forgotten when it is given back; in a segment that keeps its chunks it never is.
 */
final class BlockLedger {
  private final SegmentReader segment;
  private final BitSet taken = new BitSet();

  BlockLedger(SegmentReader segment) {
    this.segment = segment;
  }

  SegmentReader segment() {
    return segment;
  }

  boolean isTaken(int block) {
    return taken.get(block);
  }

  void take(int block) {
    taken.set(block);
  }

  /** All of the block's words were used. */
  void consumed(int block) {
    if (!segment.kept()) {
      taken.clear(block);
      segment.free(block);
    }
  }

  /**
   * The lease that a published chunk belongs to, -1 when the block is none or is just changing
   * hands. Other drains free blocks at any time; but they clear the lease first, so a lease that is
   * followed by another look at the state is that of the chunk that is there now.
   */
  int leaseOf(int block) {
    if (segment.state(block) != BLOCK_STREAM) {
      return -1;
    }
    int lease = segment.lease(block);
    return lease >= 0 && segment.state(block) == BLOCK_STREAM ? lease : -1;
  }
}
