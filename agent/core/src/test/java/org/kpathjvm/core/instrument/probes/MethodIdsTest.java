package org.kpathjvm.core.instrument.probes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class MethodIdsTest {
  private int next = 1;

  private int allocate(int count) {
    int first = next;
    next += count;
    return next > 20 ? -1 : first;
  }

  @Test
  void aSmallerRequestReusesTheReservedRange() throws RungRejectedException {
    MethodIds ids = new MethodIds(this::allocate);
    assertEquals(1, ids.reserve(5, "paths"));
    assertEquals(1, ids.reserve(3, "paths"));
    assertEquals(1, ids.reserve(5, "paths"));
    assertEquals(6, ids.reserve(6, "paths"));
    assertEquals(6, ids.reserve(1, "its entries"));
    assertEquals(12, next);
  }

  @Test
  void aRejectedRequestKeepsTheReservedRange() throws RungRejectedException {
    MethodIds ids = new MethodIds(this::allocate);
    ids.reserve(2, "paths");
    RungRejectedException rejected =
        assertThrows(RungRejectedException.class, () -> ids.reserve(1000, "its 999 paths"));
    assertEquals("ids-exhausted: no ids are left for its 999 paths", rejected.getMessage());
    assertEquals(1, ids.reserve(1, "its entries"));
  }
}
