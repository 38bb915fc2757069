package org.kpathjvm.runtime.inline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.kpathjvm.runtime.layout.PackedWord;
import org.kpathjvm.runtime.threads.ThreadField;

@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LoneCountsTest {
  private static final long PACKING = PackedWord.packing(3, 10);

  private long fieldBefore;

  @BeforeAll
  static void setUp() throws ReflectiveOperationException {
    InlineProbesTests.setUpThreads();
  }

  @BeforeEach
  void keepField() {
    fieldBefore = ThreadField.get();
    InlineSetup.tableBytes = 1L << 28;
  }

  @AfterEach
  void restoreField() {
    ThreadField.set(fieldBefore);
  }

  @Test
  void idsAreCountedInTheTableAndInPages() {
    LoneCounts counts = new LoneCounts();
    Map<Integer, Long> expected = new HashMap<>();
    Random random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      int id = InlineSetup.TABLE_IDS - 50 + random.nextInt(100);
      counts.add(id);
      expected.merge(id, 1L, Long::sum);
    }
    assertTrue(ThreadField.get() >= LoneCounts.LEAST_TABLE, "the thread's probes find the table");
    assertEquals(expected, alone(counts));
    assertEquals(10_000, items(counts));
  }

  /** This test comes first, because the tables of all tests count towards the limit. */
  @Test
  @Order(1)
  void idsAreCountedInPagesWithoutMemoryForATable() {
    InlineSetup.tableBytes = 3L * 8 * InlineSetup.TABLE_IDS;
    LoneCounts counts = new LoneCounts();
    counts.add(5);
    assertEquals(fieldBefore, ThreadField.get());
    assertEquals(Map.of(5, 1L), alone(counts));
    assertTrue(counts.repeat(PACKING, 12, 7));
    assertEquals(7, counts.count(12));
  }

  @Test
  void repeatsAreCountedSeparatelyFromLonePaths() {
    LoneCounts counts = new LoneCounts();
    counts.add(5);
    for (int id = 10; id < 30; id++) {
      assertTrue(counts.repeat(PACKING, id, id));
      assertTrue(counts.repeat(PACKING, id, 2));
      assertTrue(counts.repeatInPage(PACKING, id, 3));
    }
    assertEquals(Map.of(5, 1L), alone(counts));
    assertEquals(20, counts.repeatedCount());
    for (int number = 0; number < 20; number++) {
      assertEquals(PACKING, counts.repeatedPacking(number));
      assertEquals(10 + number, counts.repeatedId(number));
      assertEquals(10 + number + 5, counts.count(10 + number));
    }
  }

  @Test
  void laterCountsAreSeenAfterTheNextSettling() {
    LoneCounts counts = new LoneCounts();
    counts.add(5);
    counts.settle();
    counts.add(5);
    counts.add(6);
    assertEquals(Map.of(5, 1L), alone(counts));
    assertEquals(1, items(counts));
    counts.settle();
    assertEquals(Map.of(5, 2L, 6, 1L), alone(counts));
  }

  @Test
  void withoutMemoryRepeatsAreNotCounted() {
    InlineSetup.tableBytes = 0;
    LoneCounts counts = new LoneCounts();
    assertFalse(counts.repeat(PACKING, 12, 1));
  }

  private static Map<Integer, Long> alone(LoneCounts counts) {
    Map<Integer, Long> found = new HashMap<>();
    for (int id = counts.nextAlone(0); id != LoneCounts.NO_MORE; id = counts.nextAlone(id + 1)) {
      found.put(id, counts.count(id));
    }
    return found;
  }

  private static long items(LoneCounts counts) {
    Totals totals = new Totals();
    counts.addTo(totals);
    return totals.byName().get("items");
  }
}
