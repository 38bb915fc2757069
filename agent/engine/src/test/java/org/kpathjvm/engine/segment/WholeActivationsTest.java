package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WholeActivationsTest {
  private final Map<List<Long>, Long> counted = new HashMap<>();
  private int calls;
  private final WholeActivations wholes =
      new WholeActivations(
          record -> {
            calls++;
            counted.merge(
                List.of((long) record.control, (long) record.firstId, record.word),
                record.times,
                Long::sum);
          });

  /**
   * Feeds a record. Returns true if the record is gathered with equal records, and false if it is
   * counted immediately.
   */
  private boolean feed(int control, int firstId, long word) {
    return feed(control, firstId, word, 1);
  }

  private boolean feed(int control, int firstId, long word, int times) {
    if (wholes.isAgain(control, firstId, word, times)
        || wholes.take(control, firstId, word, times)) {
      return true;
    }
    counted.merge(List.of((long) control, (long) firstId, word), (long) times, Long::sum);
    return false;
  }

  @Test
  void everyRecordIsCounted() {
    Map<List<Long>, Long> expected = new HashMap<>();
    Random random = new Random(1);
    for (int at = 0; at < 500_000; at++) {
      // In the first 100,000 records, few different words recur often. In the next 100,000, hardly
      // any word recurs. Then both kinds follow again, in turn.
      int most = at / 100_000 % 2 == 0 ? 300 : 1 << 30;
      long word = Math.min(random.nextInt(most), random.nextInt(most)) + ((long) most << 32);
      int control = Integer.MIN_VALUE + 0x100 + random.nextInt(2);
      int firstId = 1 + random.nextInt(2);
      int times = random.nextInt(8) == 0 ? 1 + random.nextInt(4000) : 1;
      feed(control, firstId, word, times);
      expected.merge(List.of((long) control, (long) firstId, word), (long) times, Long::sum);
    }
    wholes.countAll();
    assertEquals(expected, counted);
    int before = calls;
    wholes.countAll();
    assertEquals(before, calls);
  }

  @Test
  void repeatedRecordsAreGathered() {
    for (int times = 0; times < 1000; times++) {
      assertTrue(feed(-5, 1, 3));
    }
    assertEquals(0, calls);
    wholes.countAll();
    assertEquals(Map.of(List.of(-5L, 1L, 3L), 1000L), counted);
    assertEquals(1, calls);
  }

  /**
   * If hardly any record is equal to an earlier one, the table isn't used for a while. Looking
   * records up would only cost time.
   */
  @Test
  void theTableIsNotUsedWhileRepeatsAreRare() {
    int gathered = 0;
    for (int word = 0; word < 100_000; word++) {
      gathered += feed(-5, 1, word) ? 1 : 0;
    }
    assertTrue(gathered < 40_000, gathered + " were gathered");
    assertFalse(feed(-5, 1, 99_999));
  }
}
