package org.kpathjvm.runtime.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.kpathjvm.runtime.layout.SegmentGeometry.Region;

class SegmentGeometryTest {
  @Test
  void regionsFollowEachOther() {
    Random random = new Random(5);
    for (int times = 0; times < 1000; times++) {
      int slots = 1 << random.nextInt(16);
      int blocks = 1 + random.nextInt(40_000);
      int rows = random.nextBoolean() ? 0 : 1 + random.nextInt(3000);
      SegmentGeometry geometry = new SegmentGeometry(slots, blocks, rows);
      assertEquals(0, geometry.offset(Region.HEADER));
      follows(HEADER_BYTES, geometry.offset(Region.SLOTS));
      follows(geometry.offset(Region.SLOTS) + slots * 64L, geometry.offset(Region.DESCRIPTORS));
      follows(geometry.offset(Region.DESCRIPTORS) + blocks * 64L, geometry.offset(Region.THREADS));
      follows(geometry.offset(Region.THREADS) + rows * 128L, geometry.offset(Region.WHOLES));
      follows(geometry.offset(Region.WHOLES) + 1024 * 16L, geometry.offset(Region.BLOCKS));
      assertEquals(geometry.offset(Region.BLOCKS) + blocks * 65536L, geometry.totalBytes);
    }
  }

  private static void follows(long end, long offset) {
    assertTrue(offset >= end && offset < end + PAGE_BYTES && offset % PAGE_BYTES == 0);
  }

  @Test
  void blocksFillTheSegment() {
    Random random = new Random(7);
    for (int times = 0; times < 1000; times++) {
      long bytes =
          LEAST_SEGMENT_BYTES + random.nextInt(MOST_SEGMENT_BYTES - LEAST_SEGMENT_BYTES + 1);
      int rows = random.nextBoolean() ? 0 : THREAD_ROWS;
      SegmentGeometry geometry = SegmentGeometry.fitting(bytes, rows);
      assertEquals(rows, geometry.threadRows);
      assertEquals(SLOT_COUNT, geometry.slotCount);
      assertTrue(geometry.blockCount > 0 && geometry.totalBytes <= bytes);
      int oneMore = geometry.blockCount + 1;
      assertTrue(new SegmentGeometry(SLOT_COUNT, oneMore, rows).totalBytes > bytes);
    }
  }
}
