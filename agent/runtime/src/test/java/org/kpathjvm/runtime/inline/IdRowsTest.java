package org.kpathjvm.runtime.inline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class IdRowsTest {
  @BeforeAll
  static void setUp() {
    InlineSetup.tableBytes = 1L << 30;
  }

  private static PathTable table(int... ids) {
    PathTable table = new PathTable();
    for (int id : ids) {
      table.add(id, 1);
    }
    return table;
  }

  @Test
  void countsOfThreadsAreAddedUp() {
    long[] pairs = new IdRows(List.of(table(1, 2, 2), table(2, 3))).next();
    Map<Long, Long> counts = new TreeMap<>();
    for (int at = 0; at < pairs.length; at += 2) {
      if (pairs[at] != 0) {
        counts.put(pairs[at], pairs[at + 1]);
      }
    }
    assertEquals(Map.of(1L, 1L, 2L, 3L, 3L, 1L), counts);
  }

  @Test
  void allRowsComeInOnePiece() {
    IdRows rows = new IdRows(List.of(table(1)));
    rows.next();
    assertNull(rows.next());
  }

  @Test
  void eachDistinctPathIsCountedOnce() {
    Totals totals = new Totals();
    new IdRows(List.of(table(1, 2), table(2, 3))).addTo(totals);
    assertEquals(3, totals.byName().get("blpp_paths"));
  }
}
