package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.kpathjvm.engine.counting.ActivationStates;

class ActivationTableTest {
  @Property(tries = 200)
  void agreesWithHashMap(@ForAll @IntRange(min = 1, max = 300) int numbers, @ForAll long seed) {
    Random random = new Random(seed);
    ActivationTable table = new ActivationTable();
    Map<Long, Integer> expected = new HashMap<>();
    for (int step = 0; step < 2000; step++) {
      long number = 1 + random.nextInt(numbers) * (random.nextBoolean() ? 1L : 1L << 30);
      if (expected.containsKey(number)) {
        table.remove(number);
        expected.remove(number);
      } else {
        table.add(number, step);
        expected.put(number, step);
      }
      long other = 1 + random.nextInt(numbers);
      assertEquals(expected.getOrDefault(other, ActivationStates.NONE), table.find(other));
    }
    assertEquals(expected.size(), table.size());
    expected.forEach((number, state) -> assertEquals(state, table.find(number)));
  }
}
