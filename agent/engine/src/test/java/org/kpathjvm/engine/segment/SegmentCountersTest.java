package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.kpathjvm.engine.EngineSession;
import org.kpathjvm.engine.segment.ProfileOptions.Engine;
import org.kpathjvm.runtime.layout.StreamFormat;

class SegmentCountersTest {
  @Test
  void pagesOfAllBlocksAreSummed() throws IOException {
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

  /** The agent hands out no ids above MAX_ID, because the engine keeps all counts in one buffer. */
  @Test
  void aBufferHoldsTheCountersOfExactlyAllIds() {
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
  void countersOfTablesAndPagesAreSummed() throws IOException {
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

  /**
   * While the counters are visited, a program completes activations. Each entry is counted in the
   * first page of a random block, and each end in the first or second page of a random block.
   */
  @Test
  void noEndIsVisitedWithoutItsEntry() throws IOException {
    int whole = 1;
    int path = 511;
    int escapes = 1200;
    int superReturns = 1201;
    int superCalls = 1202;
    int entries = 1204;
    int[] ends = {whole, path, escapes};
    for (int seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      KeptSegmentTest.inSegment(
          0,
          segment -> {
            segment.idCount(1300);
            Counting program =
                (id, times) -> {
                  int block = 3 + random.nextInt(3);
                  int slot = id < COUNTERS_PER_PAGE ? 1 : 0;
                  int pageIndex = id / COUNTERS_PER_PAGE;
                  int at = id % COUNTERS_PER_PAGE;
                  int place = segment.block(block) + PAGE_BYTES * (slot + 1) + 8 * at;
                  long before = segment.memory().getLong(place);
                  page(segment, block, slot, pageIndex, at, before + times);
                };
            for (int block = 3; block < 6; block++) {
              page(segment, block, 0, entries / COUNTERS_PER_PAGE, 0, 0);
              page(segment, block, 1, 0, 0, 0);
            }
            program.count(entries, 10);
            program.count(whole, 3);
            program.count(path, 4);
            SegmentReader reader = SegmentReader.open(segment.path.toString());
            SegmentCounters counters =
                SegmentCounters.byThread(reader, new FailureLog(), part -> true, true);
            Map<Integer, Long> visited = new TreeMap<>();
            counters.visitById(
                (owner, id, count) -> {
                  visited.merge(id, count, Long::sum);
                  for (int more = random.nextInt(4); more > 0; more--) {
                    program.count(entries, 1);
                    program.count(superCalls, 1);
                    program.count(superReturns, 1);
                    program.count(ends[random.nextInt(ends.length)], 1);
                  }
                });
            long undecided =
                visited.getOrDefault(superCalls, 0L) - visited.getOrDefault(superReturns, 0L);
            long ended = 0;
            for (int end : ends) {
              ended += visited.getOrDefault(end, 0L);
            }
            assertTrue(undecided >= 0, visited::toString);
            assertTrue(visited.get(entries) - ended - undecided >= 0, visited::toString);
          });
    }
  }

  /** The counters contradict each other: there are more ends of activations than entries. */
  @Test
  void contradictoryCountersAreVisitedUnchanged() throws IOException {
    KeptSegmentTest.inSegment(
        0,
        segment -> {
          segment.idCount(1300);
          page(segment, 3, 0, 1204 / COUNTERS_PER_PAGE, 1204 % COUNTERS_PER_PAGE, 6L);
          page(segment, 4, 0, 0, 1, 7L);
          SegmentReader reader = SegmentReader.open(segment.path.toString());
          SegmentCounters counters =
              SegmentCounters.byThread(reader, new FailureLog(), part -> true, true);
          Map<Integer, Long> visited = new TreeMap<>();
          counters.visitById((owner, id, count) -> visited.merge(id, count, Long::sum));
          assertEquals(Map.of(1, 7L, 1204, 6L), visited);
        });
  }

  private interface Counting {
    void count(int id, long times);
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
