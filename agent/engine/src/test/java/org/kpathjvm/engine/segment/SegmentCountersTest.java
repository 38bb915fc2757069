package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import org.junit.jupiter.api.Test;
import org.kpathjvm.engine.EngineSession;
import org.kpathjvm.engine.segment.ProfileOptions.Engine;
import org.kpathjvm.runtime.layout.StreamFormat;

class SegmentCountersTest {
  @Test
  void pagesOfAllLeasesAreSummed() throws IOException {
    KeptSegmentTest.inSegment(
        0,
        segment -> {
          segment.idCount(1100);
          page(segment, 3, 0, 0, 1, 5L);
          page(segment, 3, 1, 2, 1024 % 512 + 76, 7L);
          page(segment, 9, 14, 0, 1, 1L << 40);
          EngineSession session = finished(segment);
          assertNull(session.failure());
          LongBuffer counters = session.counters().order(ByteOrder.nativeOrder()).asLongBuffer();
          assertEquals(1101, counters.capacity());
          assertEquals(5 + (1L << 40), counters.get(1));
          assertEquals(7, counters.get(1100));
        });
  }

  /** The agent hands out no higher ids than the engine can count. */
  @Test
  void aBufferHoldsTheCountersOfAllIdsAndNotOfMore() {
    assertTrue(8L * (StreamFormat.MAX_ID + 1) <= Integer.MAX_VALUE);
    assertTrue(8L * (StreamFormat.MAX_ID + 2) > Integer.MAX_VALUE);
  }

  @Test
  void countersBeyondTheIdsAreDamage() throws IOException {
    KeptSegmentTest.inSegment(
        0,
        segment -> {
          segment.idCount(1100);
          page(segment, 3, 0, 2, 77, 5L);
          assertEquals(
              "counter block 3 is damaged: id 1101 of 1100 has count 5",
              finished(segment).failure());
          page(segment, 3, 0, 3, 77, 5L);
          assertEquals(
              "counter block 3 is damaged: it has page 3, but there are only 1100 ids",
              finished(segment).failure());
        });
  }

  @Test
  void tablesAreSummedWithThePages() throws IOException {
    KeptSegmentTest.inSegment(
        0,
        segment -> {
          segment.idCount(9000);
          page(segment, 3, 0, 0, 1, 5L);
          table(segment, 5, 0, 1, 3L);
          table(segment, 6, 1, 9000 - COUNTERS_PER_BLOCK, 4L);
          EngineSession session = finished(segment);
          assertNull(session.failure());
          LongBuffer counters = session.counters().order(ByteOrder.nativeOrder()).asLongBuffer();
          assertEquals(8, counters.get(1));
          assertEquals(4, counters.get(9000));
          table(segment, 6, 1, 9001 - COUNTERS_PER_BLOCK, 4L);
          assertEquals(
              "counter block 6 is damaged: id 9001 of 9000 has count 4",
              finished(segment).failure());
          table(segment, 6, Integer.MAX_VALUE, 0, 4L);
          assertTrue(
              finished(segment).failure().startsWith("counter block 6 is damaged: id 1759218"));
        });
  }

  private static EngineSession finished(SegmentFixture segment) {
    EngineSession session = SessionResults.open(segment.path.toString(), 4, Engine.CONTEXTS, 2);
    session.finish();
    return session;
  }

  /**
   * Turns a block into block number {@code ordinal} of a table of counters, and sets one of the
   * block's counters.
   */
  private static void table(SegmentFixture segment, int block, long ordinal, int at, long count) {
    segment.memory().putInt(segment.descriptor(block) + DESCRIPTOR_STATE_OFFSET, BLOCK_TABLE);
    segment.memory().putLong(segment.descriptor(block) + DESCRIPTOR_SEQUENCE_OFFSET, ordinal);
    segment.memory().putLong(segment.block(block) + 8 * at, count);
  }

  /**
   * Writes page {@code slot} (from 0) of a counter block: the page's index, and one of the page's
   * counters.
   */
  private static void page(
      SegmentFixture segment, int block, int slot, int pageIndex, int at, long count) {
    segment.memory().putInt(segment.descriptor(block) + DESCRIPTOR_STATE_OFFSET, BLOCK_COUNTERS);
    segment.memory().putInt(segment.block(block) + 4 * slot, pageIndex + 1);
    segment.memory().putLong(segment.block(block) + PAGE_BYTES * (slot + 1) + 8 * at, count);
  }
}
