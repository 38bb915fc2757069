package org.kpathjvm.agent.ids;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.kpathjvm.runtime.layout.StreamFormat;

class IdRangesTest {
  private int provided;

  @Test
  void withoutTablesIdsAreConsecutive() {
    IdRanges ids = new IdRanges(0, count -> provided = count);
    assertEquals(1, ids.allocate(3));
    assertEquals(4, ids.allocate(100_000));
    assertEquals(100_003, provided);
    assertEquals(100_004, ids.allocate(1));
    assertEquals(-1, ids.allocate(StreamFormat.MAX_ID));
    assertEquals(100_005, ids.allocate(StreamFormat.MAX_ID - 100_004));
    assertEquals(-1, ids.allocate(1));
  }

  @Test
  void reservedIdsAreProvidedButNotAllocated() {
    IdRanges few = IdRanges.after(1024, 8192, count -> provided = count);
    assertEquals(1024, provided);
    assertEquals(1025, few.allocate(3));
    IdRanges all = IdRanges.after(1024, 512, count -> provided = count);
    assertEquals(1025, all.allocate(3));
    provided = 0;
    assertEquals(1, IdRanges.after(0, 8192, count -> provided = count).allocate(1));
    assertEquals(1, provided);
  }

  @Test
  void methodsWithManyIdsGetIdsBeyondTheTables() {
    IdRanges ids = new IdRanges(8192, count -> provided = count);
    assertEquals(1, ids.allocate(127));
    assertEquals(127, provided);
    assertEquals(8192, ids.allocate(127));
    assertEquals(8318, provided);
    assertEquals(128, ids.allocate(126));
    assertEquals(8318, provided);
  }

  @Test
  void idsAreUniqueAndFillTheTables() {
    IdRanges ids = new IdRanges(8192, count -> provided = count);
    BitSet used = new BitSet();
    used.set(0);
    Random random = new Random(1);
    for (int method = 0; method < 5000; method++) {
      int count = 1 + random.nextInt(method % 10 == 0 ? 4096 : 8);
      int first = ids.allocate(count);
      assertEquals(-1, used.previousSetBit(first + count - 1) < first ? -1 : first);
      used.set(first, first + count);
      assertTrue(provided >= first + count - 1);
    }
    assertEquals(8192, used.nextClearBit(0) < 8192 ? used.nextClearBit(0) : 8192);
    assertEquals(provided + 1, used.length());
  }

  @Test
  void idsStayWithinTheLimitAndSmallMethodsGetTheRest() {
    int most = 10_000;
    for (int tableIds : new int[] {0, 64, 8192}) {
      IdRanges ids = IdRanges.limited(most, tableIds, count -> provided = count);
      int beyond = Math.max(tableIds - 1, 0);
      Random random = new Random(tableIds);
      int refused = 0;
      for (int method = 0; method < 200; method++) {
        // No method gets so many ids in these tables, so the ids of all methods are beyond them.
        int count = 200 + random.nextInt(400);
        int first = ids.allocate(count);
        if (count <= most - beyond) {
          assertEquals(beyond + 1, first);
          beyond += count;
        } else {
          assertEquals(-1, first);
          refused++;
        }
        assertEquals(beyond, provided);
      }
      assertTrue(refused > 100);
      IdRanges next = ids.next(tableIds, count -> provided = count);
      assertEquals(-1, next.allocate(most - beyond + 200));
      assertTrue(next.allocate(most - beyond) > 0);
      assertTrue(provided <= most);
    }
  }

  @Test
  void idsOfAnEarlierRecordingAreNotReused() {
    IdRanges first = new IdRanges(8192, count -> provided = count);
    assertEquals(0, first.last());
    first.allocate(99);
    assertEquals(99, first.last());
    IdRanges second = first.next(8192, count -> provided = count);
    assertEquals(100, second.allocate(3));
    assertEquals(8192, second.allocate(1000));
    assertEquals(9191, provided);
    assertEquals(103, second.allocate(1));
    assertEquals(9191, second.last());
    // The tables have counters for the ids below 8192. Some of these ids are left for another
    // recording.
    assertEquals(104, second.next(8192, count -> provided = count).allocate(1));
  }

  @Test
  void theNextRecordingMayHaveTablesOfAnotherSize() {
    IdRanges first = new IdRanges(8192, count -> provided = count);
    first.allocate(3);
    first.allocate(1000);
    for (int tableIds : new int[] {0, 4096, 9000, 9192, 9193}) {
      assertEquals(9192, first.next(tableIds, count -> provided = count).allocate(1));
      assertEquals(9192, provided);
    }
    IdRanges larger = first.next(20_000, count -> provided = count);
    assertEquals(9192, larger.allocate(1));
    assertEquals(20_000, larger.allocate(1000));
    assertEquals(20_999, provided);
    assertEquals(9193, larger.allocate(1));
  }
}
