package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import java.io.IOException;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.kpathjvm.engine.segment.ProfileOptions.Engine;

/** Tests that a counter's counts go to the counter's part, whenever the counter is closed. */
class CounterLedgerTest {
  private static final int IDS = 40;
  private static final int FIRST_BLOCK = 1;

  /** Counters are closed in any order, while parts are counted, reported, dropped and merged. */
  @Property(tries = 200)
  void countersAreThoseOfTheirParts(@ForAll long seed) throws IOException {
    KeptSegmentTest.inSegment(
        0,
        segment -> {
          segment.idCount(IDS);
          Random random = new Random(seed);
          SegmentReader reader = SegmentReader.open(segment.path.toString());
          FailureLog failures = new FailureLog();
          ProfileSet profiles =
              new ProfileSet(
                  new ProfileOptions(1, Engine.CONTEXTS),
                  EngineMemory.of(EngineMemory.UNBOUNDED, 1));
          StreamDrain drain = new StreamDrain(reader, profiles, failures, 0, 1);
          CounterLedger ledger = new CounterLedger(reader, failures);
          drain.takeCounters(ledger);
          Map<Integer, Map<Integer, Long>> byPart = new TreeMap<>();
          Map<Integer, Long> told = new TreeMap<>();
          int first = 0;
          // The parts below this one may have been merged, so no request may end below it.
          int least = 0;
          for (int step = 0; step < 40; step++) {
            int part = least + random.nextInt(3);
            int id = 1 + random.nextInt(IDS);
            count(segment, part, id, 1 + random.nextInt(9), random.nextBoolean(), byPart);
            drain.pass(false);
            int below = least + 1 + random.nextInt(3);
            int lowest = first;
            switch (random.nextInt(6)) {
              case 0 -> {
                ledger.drop(below);
                told.clear();
                first = below;
                least = below;
              }
              case 1 -> {
                CounterValues counted = ledger.counted(below);
                ledger.tell(counted, below);
                counted.visit((owner, number, count) -> told.merge(number, count, Long::sum));
                least = below;
              }
              case 2 -> {
                ledger.merge(below);
                least = below;
              }
              case 3 -> {
                assertEquals(
                    sum(byPart, told, at -> at >= lowest && at < below),
                    values(ledger.counted(below)));
                least = below;
              }
              default -> {
                // This step makes no request.
              }
            }
            if (random.nextInt(8) == 0) {
              int now = first;
              assertEquals(
                  sum(byPart, told, at -> at >= now), values(ledger.counted(CounterLedger.ALL)));
              least = Math.max(least, part + 3);
            }
          }
          assertNull(failures.text());
        });
  }

  /** Writes a block that has one counter, and closes the block if {@code isClosed}. */
  private static void count(
      SegmentFixture segment,
      int part,
      int id,
      int count,
      boolean isClosed,
      Map<Integer, Map<Integer, Long>> byPart) {
    int block = segment.claim(FIRST_BLOCK);
    int descriptor = segment.descriptor(block);
    segment.memory().putInt(segment.block(block), 1);
    for (int at = 0; at < PAGE_BYTES; at += Long.BYTES) {
      segment.memory().putLong(segment.block(block) + PAGE_BYTES + at, 0);
    }
    segment.memory().putLong(segment.block(block) + PAGE_BYTES + Long.BYTES * id, count);
    segment.memory().putInt(descriptor + DESCRIPTOR_PART_OFFSET, part);
    segment.memory().putInt(descriptor + DESCRIPTOR_FINAL_BYTES_OFFSET, isClosed ? 1 : 0);
    segment.memory().putInt(descriptor + DESCRIPTOR_STATE_OFFSET, BLOCK_COUNTERS);
    byPart.computeIfAbsent(part, number -> new TreeMap<>()).merge(id, (long) count, Long::sum);
  }

  private static Map<Integer, Long> sum(
      Map<Integer, Map<Integer, Long>> byPart, Map<Integer, Long> told, IntPredicate parts) {
    Map<Integer, Long> sum = new TreeMap<>();
    byPart.forEach(
        (part, counts) -> {
          if (parts.test(part)) {
            counts.forEach((id, count) -> sum.merge(id, count, Long::sum));
          }
        });
    told.forEach((id, count) -> sum.merge(id, -count, Long::sum));
    sum.values().removeIf(count -> count == 0);
    return sum;
  }

  private static Map<Integer, Long> values(CounterValues counted) {
    Map<Integer, Long> values = new TreeMap<>();
    counted.visit((owner, id, count) -> values.merge(id, count, Long::sum));
    values.values().removeIf(count -> count == 0);
    return values;
  }
}
