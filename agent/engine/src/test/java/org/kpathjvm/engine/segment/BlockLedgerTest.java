package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.runtime.layout.SegmentLayout.FLAG_KEEP;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlockLedgerTest {
  @TempDir Path directory;

  private SegmentFixture segment;

  private BlockLedger ledger(int flags) {
    segment = new SegmentFixture(directory.resolve("segment"), 4, flags);
    return new BlockLedger(SegmentReader.open(segment.path.toString()));
  }

  @Test
  void aPublishedChunkHasALease() {
    BlockLedger ledger = ledger(0);
    segment.claim(2);
    segment.publishStream(2, 7, 0, false);
    assertEquals(7, ledger.leaseOf(2));
  }

  @Test
  void freeAndClaimedBlocksHaveNoLease() {
    BlockLedger ledger = ledger(0);
    assertEquals(-1, ledger.leaseOf(1));
    segment.claim(1);
    assertEquals(-1, ledger.leaseOf(1));
  }

  @Test
  void consumedBlocksAreFreeAgain() {
    BlockLedger ledger = ledger(0);
    segment.claim(2);
    segment.publishStream(2, 7, 0, false);
    ledger.take(2);
    assertTrue(ledger.isTaken(2));
    ledger.consumed(2, 7, 0, false, 40);
    assertFalse(ledger.isTaken(2));
    assertEquals(4, segment.freeBlocks());
  }

  @Test
  void withFlagKeepConsumedBlocksStayTaken() {
    BlockLedger ledger = ledger(FLAG_KEEP);
    segment.claim(2);
    segment.publishStream(2, 7, 0, false);
    ledger.take(2);
    ledger.consumed(2, 7, 0, false, 40);
    assertTrue(ledger.isTaken(2));
    assertEquals(3, segment.freeBlocks());
  }
}
