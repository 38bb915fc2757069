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
  private JournalWriter journal;

  BlockLedger(SegmentReader segment) {
    this.segment = segment;
  }

  /** From now on chunks are appended to a journal before they are given back. */
  void keep(JournalWriter inJournal) {
    journal = inJournal;
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

  /** All words of a chunk were used; {@code size} bytes. */
  void consumed(int block, int lease, long sequence, boolean carrier, int size) {
    if (!segment.kept()) {
      if (journal != null) {
        journal.append(segment, block, lease, sequence, carrier, size);
      }
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
