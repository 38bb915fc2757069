package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import org.junit.jupiter.api.Test;
import org.kpathjvm.engine.EngineSession;

class CounterPagesTest {
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
              "counter block 3 is damaged: page 3 for 1100 ids", finished(segment).failure());
        });
  }

  private static EngineSession finished(SegmentFixture segment) {
    EngineSession session = EngineSession.open(segment.path.toString(), 4, false, false, 2);
    session.finish();
    return session;
  }

  /** Page {@code slot} (from 0) of a counter block: page index and one of its counters. */
  private static void page(
      SegmentFixture segment, int block, int slot, int pageIndex, int at, long count) {
    segment.memory().putInt(segment.descriptor(block) + DESCRIPTOR_STATE_OFFSET, BLOCK_COUNTERS);
    segment.memory().putInt(segment.block(block) + 4 * slot, pageIndex + 1);
    segment.memory().putLong(segment.block(block) + PAGE_BYTES * (slot + 1) + 8 * at, count);
  }
}
