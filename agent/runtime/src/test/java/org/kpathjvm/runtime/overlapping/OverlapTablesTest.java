package org.kpathjvm.runtime.overlapping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.kpathjvm.runtime.inline.InlineSetup;
import org.kpathjvm.runtime.inline.Rows;

class OverlapTablesTest {
  private static final int BEGINNING = 2 << 24 | 7;

  @BeforeAll
  static void setUp() {
    InlineSetup.tableBytes = 1L << 30;
  }

  private static Map<Long, Long> read(Rows rows) {
    Map<Long, Long> counts = new HashMap<>();
    for (long[] pairs = rows.next(); pairs != null; pairs = rows.next()) {
      for (int at = 0; at < pairs.length; at += 2) {
        if (pairs[at] != 0) {
          assertNull(counts.put(pairs[at], pairs[at + 1]));
        }
      }
    }
    return counts;
  }

  @Test
  void anExtensionTakesAsManyStepsAsItsDegree() {
    long extension = Extension.of(5, BEGINNING);
    assertEquals(5L << 32 | 7, Extension.key(extension));
    extension = Extension.step(extension, 3);
    assertFalse(Extension.isWhole(extension));
    extension = Extension.step(extension, 0);
    assertEquals(5L << 32 | 10, Extension.key(extension));
    assertTrue(Extension.isWhole(extension), "the third predicate ends the extension");
    assertTrue(Extension.isWhole(Extension.NONE));
  }

  @Test
  void theHighestDegreeLeavesTheIdIntact() {
    long extension = Extension.of(1, 254 << 24 | 1);
    for (int step = 0; step < 254; step++) {
      assertFalse(Extension.isWhole(extension));
      extension = Extension.step(extension, 1);
    }
    assertTrue(Extension.isWhole(extension));
    assertEquals(1L << 32 | 255, Extension.key(extension));
  }

  @Test
  void pathsAndExtensionsAreSummedOverThreads() {
    OverlapTables one = new OverlapTables();
    OverlapTables other = (OverlapTables) one.fresh();
    one.count(4, Extension.NONE);
    one.count(4, Extension.of(4, BEGINNING));
    other.count(0, Extension.step(Extension.of(4, BEGINNING), 1));
    other.count(9, Extension.of(4, BEGINNING));
    Map<Long, Long> expected = new HashMap<>();
    expected.put(4L, 2L);
    expected.put(9L, 1L);
    expected.put(4L << 32 | 7, 2L);
    expected.put(4L << 32 | 8, 1L);
    assertEquals(expected, read(one.rows(List.of(one, other))));
  }

  @Test
  void aTableGrowsWithoutLosingCounts() {
    Random random = new Random(3);
    OverlapTables tables = new OverlapTables();
    Map<Long, Long> expected = new HashMap<>();
    for (int event = 0; event < 100_000; event++) {
      long extension = Extension.of(1 + random.nextInt(500), random.nextInt(40));
      tables.count(0, extension);
      expected.merge(extension, 1L, Long::sum);
    }
    assertEquals(expected, read(tables.rows(List.of(tables))));
  }
}
