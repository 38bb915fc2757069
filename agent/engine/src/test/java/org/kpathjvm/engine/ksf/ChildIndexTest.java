package org.kpathjvm.engine.ksf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ChildIndexTest {
  private final ChildIndex index = new ChildIndex();

  @Property(tries = 100)
  void childrenAreFound(@ForAll @IntRange(min = 0, max = 600) int children, @ForAll long seed) {
    Random random = new Random(seed);
    ChildIndex table = new ChildIndex();
    Map<List<Integer>, Integer> expected = new HashMap<>();
    for (int child = 1; child <= children; child++) {
      int node = 3 * (1 + random.nextInt(9));
      int label = 1 + random.nextInt(100);
      if (expected.putIfAbsent(List.of(node, label), child) == null) {
        table.add(node, label, child);
      }
    }
    assertEquals(expected.size(), table.size());
    for (int node = 3; node <= 27; node += 3) {
      for (int label = 1; label <= 100; label++) {
        int child = expected.getOrDefault(List.of(node, label), 0);
        assertEquals(child, table.find(node, label));
      }
    }
  }

  @Test
  void anIndexDoesNotGrowWithinItsRoom() {
    long bytes = index.bytes();
    int room = index.room();
    for (int child = 1; child <= room; child++) {
      index.add(3, child, child);
    }
    assertEquals(0, index.room());
    assertEquals(bytes, index.bytes());
    index.add(3, room + 1, 1);
    assertEquals(2 * bytes, index.bytes());
  }

  @Test
  void aReservationTakesTheStatedBytes() {
    index.add(3, 1, 6);
    long bytes = index.bytes() + index.bytesToReserve(1000);
    index.reserve(1000);
    assertEquals(bytes, index.bytes());
    assertTrue(index.room() >= 1000);
    assertEquals(0, index.bytesToReserve(1000));
    assertEquals(6, index.find(3, 1));
  }
}
