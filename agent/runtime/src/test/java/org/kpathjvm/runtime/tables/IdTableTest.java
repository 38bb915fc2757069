package org.kpathjvm.runtime.tables;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class IdTableTest {
  @Test
  void agreesWithAMap() {
    Random random = new Random(3);
    for (int ids = 1; ids < 5000; ids *= 3) {
      IdTable table = new IdTable();
      Map<Integer, Long> expected = new TreeMap<>();
      for (int step = 0; step < 3000; step++) {
        int id = (1 << 30) - 1 - random.nextInt(ids);
        int place = table.place(id);
        table.entries()[place] += step;
        expected.merge(id, (long) step, Long::sum);
        assertEquals(0, table.get(id - ids));
      }
      expected.forEach((id, value) -> assertEquals(value, table.get(id)));
      assertArrayEquals(
          expected.keySet().stream().mapToInt(Integer::intValue).toArray(), table.sortedIds());
      assertEquals(expected.size(), table.size());
      assertTrue(4 * table.size() <= table.entries().length);
      assertEquals(8L * table.entries().length, table.bytes());
    }
  }

  @Test
  void reservedIdsNeedNoLargerTable() {
    IdTable table = new IdTable();
    table.place(7);
    long more = table.bytesToReserve(1000);
    long bytes = table.bytes();
    table.reserve(1000);
    assertEquals(bytes + more, table.bytes());
    assertTrue(table.room() >= 1000);
    long[] entries = table.entries();
    for (int id = 8; id < 1008; id++) {
      table.place(id);
    }
    assertSame(entries, table.entries());
    assertEquals(0, table.bytesToReserve(0));
  }

  @Test
  void withoutMemoryOnlyOldIdsHaveAPlace() {
    IdTable table =
        new IdTable() {
          @Override
          protected long[] larger(int length) {
            return null;
          }
        };
    int id = 1;
    while (table.place(id) != IdTable.NO_PLACE) {
      table.entries()[table.place(id)] = 100 + id;
      id++;
    }
    assertEquals(id - 1, table.size());
    for (int old = 1; old < id; old++) {
      assertEquals(100 + old, table.get(old));
      assertNotEquals(IdTable.NO_PLACE, table.place(old));
    }
  }
}
