package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LeaseShareTest {
  @Test
  void eachLeaseHasOneDrainAndCarriersHaveTheFirst() {
    for (int lease = 0; lease < 7; lease++) {
      assertEquals(lease % 3, owner(lease, false));
      assertEquals(0, owner(lease, true));
    }
  }

  private static int owner(int lease, boolean isCarrier) {
    int[] owners =
        IntStream.range(0, 3)
            .filter(number -> new LeaseShare(number, 3).has(lease, isCarrier))
            .toArray();
    assertEquals(1, owners.length);
    return owners[0];
  }
}
