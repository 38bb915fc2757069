package org.kpathjvm.runtime.overlapping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.kpathjvm.runtime.inline.InlineSetup;

class CallTablesTest {
  private static final long ENOUGH = 1L << 30;

  @BeforeAll
  static void setUp() {
    InlineSetup.tableBytes = ENOUGH;
  }

  /**
   * Returns how often each path was counted with each list of calls. A key is a text without the
   * numbers that the tables give to lists, calls and activations. These numbers may differ between
   * tables.
   */
  private static Map<String, Long> read(CallTables tables) {
    Map<String, Long> found = new HashMap<>();
    long[] entries = tables.counts.entries();
    for (int at = 0; at < entries.length; at += 2) {
      if (entries[at] != 0) {
        StringBuilder text = new StringBuilder();
        for (int list = (int) (entries[at] >> 32); list != 0; ) {
          long longer = tables.lists.pair(list);
          long call = tables.calls.pair((int) longer);
          int left = (int) call;
          String paths =
              left > 0
                  ? left + "-" + left
                  : (tables.activations.pair(-left) >> 32)
                      + "-"
                      + (int) tables.activations.pair(-left);
          text.insert(0, (call >> 32) + ":" + paths + " ");
          list = (int) (longer >> 32);
        }
        found.merge((int) entries[at] + " " + text, entries[at + 1], Long::sum);
      }
    }
    return found;
  }

  @Test
  void equalListsOfThreadsAreAddedUp() {
    Random random = new Random(5);
    Map<String, Long> expected = new HashMap<>();
    List<CallTables> threads = new ArrayList<>();
    for (int thread = 0; thread < 3; thread++) {
      CallTables tables = new CallTables();
      threads.add(tables);
      for (int event = 0; event < 20_000; event++) {
        StringBuilder text = new StringBuilder();
        int list = CallTables.NONE;
        for (int calls = 1 + random.nextInt(4); calls > 0; calls--) {
          int site = random.nextInt(3);
          int last = 1 + random.nextInt(4);
          int first = random.nextInt(3) - 1;
          list = tables.with(list, site, tables.activation(first, last));
          text.append(site + ":" + (first == 0 ? last : first) + "-" + last + " ");
        }
        int path = 1 + random.nextInt(5);
        tables.count(list, path);
        expected.merge(path + " " + text, 1L, Long::sum);
      }
    }
    CallTables sum = new CallTables();
    for (CallTables tables : threads) {
      assertTrue(tables.addTo(sum));
    }
    assertEquals(expected, read(sum));
  }

  /** Returns tables with a few activations, some of them in lists of calls. */
  private static CallTables few(Random random) {
    CallTables tables = new CallTables();
    int list = CallTables.NONE;
    for (int event = random.nextInt(24); event > 0; event--) {
      int activation = tables.activation(1 + random.nextInt(4), 1 + random.nextInt(4));
      if (random.nextInt(3) == 0) {
        list = tables.with(list, random.nextInt(3), activation);
      }
      if (random.nextInt(4) == 0) {
        tables.count(list, 1 + random.nextInt(3));
        list = CallTables.NONE;
      }
    }
    return tables;
  }

  @Test
  void withoutMemoryASumIsCompleteOrRefused() {
    Random random = new Random(7);
    int complete = 0;
    int rounds = 4_000;
    for (int round = 0; round < rounds; round++) {
      CallTables sum = few(random);
      CallTables tables = few(random);
      Map<String, Long> expected = read(sum);
      read(tables).forEach((key, count) -> expected.merge(key, count, Long::sum));
      InlineSetup.tableBytes = 0;
      try {
        if (tables.addTo(sum)) {
          complete++;
          assertEquals(expected, read(sum));
        }
      } finally {
        InlineSetup.tableBytes = ENOUGH;
      }
    }
    assertTrue(complete > 0 && complete < rounds, complete + " of " + rounds);
  }

  @Test
  void aPathWithoutCallsIsNotCounted() {
    CallTables tables = new CallTables();
    tables.count(CallTables.NONE, 4);
    assertEquals(Map.of(), read(tables));
  }

  @Test
  void rowsListCallsAndCounts() {
    CallTables tables = new CallTables();
    int call = tables.activation(CallTables.NEVER, 3);
    tables.count(tables.with(CallTables.NONE, 2, call), 7);
    long[][] rows = CallRows.of(tables);
    assertEquals(1L << 32 | 1 << 24, rows[0][0]);
    assertEquals(-1L << 32 | 3, rows[0][1]);
    assertEquals(1L << 32 | 2 << 24, rows[1][0]);
    assertEquals(2L << 32 | 0xffff_ffffL, rows[1][1]);
    assertEquals(1L << 32 | 3 << 24, rows[2][0]);
    assertEquals(1, rows[2][1]);
    assertEquals(1L << 32 | 4 << 24, rows[3][0]);
    assertEquals(1L << 32 | 7, rows[3][1]);
    assertEquals(1L << 32 | 5 << 24, rows[3][2]);
    assertEquals(1, rows[3][3]);
  }
}
