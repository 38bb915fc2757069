package org.kpathjvm.runtime.callers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.kpathjvm.runtime.inline.InlineSetup;
import org.kpathjvm.runtime.inline.Rows;
import org.kpathjvm.runtime.inline.Tables;

class CallerTablesTest {
  @BeforeAll
  static void setUp() {
    InlineSetup.tableBytes = 1L << 30;
  }

  @Test
  void rowsAreSumsOverThreads() {
    Random random = new Random(7);
    Map<Long, Long> expected = new HashMap<>();
    List<Tables> ofAllThreads = new ArrayList<>();
    for (int thread = 0; thread < 3; thread++) {
      CallerTables tables = new CallerTables();
      ofAllThreads.add(tables);
      for (int i = 0; i < 5_000; i++) {
        int site = random.nextInt(10) == 0 ? CallerProbes.UNTOLD : random.nextInt(60);
        int own = 1 + random.nextInt(40);
        tables.add(site, own);
        expected.merge((long) site << 32 | own, 1L, Long::sum);
      }
    }
    Rows rows = new CallerTables().rows(ofAllThreads);
    Map<Long, Long> found = new HashMap<>();
    long[] pairs = rows.next();
    for (int at = 0; at < pairs.length; at += 2) {
      if (pairs[at] != 0) {
        assertNull(found.put(pairs[at], pairs[at + 1]));
      }
    }
    assertEquals(expected, found);
    assertNull(rows.next());
  }

  @Test
  void withoutThreadsThereAreNoRows() {
    long[] pairs = new CallerTables().rows(List.of()).next();
    for (long number : pairs) {
      assertEquals(0, number);
    }
  }
}
