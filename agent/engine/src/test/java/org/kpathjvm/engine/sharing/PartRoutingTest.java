package org.kpathjvm.engine.sharing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PartRoutingTest {
  private final PartRouting routing = new PartRouting(3);

  @Test
  void aMethodStaysInItsPart() {
    for (int round = 0; round < 2; round++) {
      for (int method = 1; method <= 1000; method++) {
        int part = routing.part(method);
        assertEquals((method - 1) % 3, part);
        assertEquals(part, routing.part(method));
        routing.loaded(part, round == 0 ? 1 : 0);
      }
    }
  }

  @Test
  void aNewMethodGoesToTheLeastLoadedPart() {
    assertEquals(0, routing.part(7));
    routing.loaded(0, 10);
    routing.loaded(1, 20);
    routing.loaded(2, 5);
    assertEquals(2, routing.part(-8));
    routing.loaded(2, 6);
    assertEquals(0, routing.part(9));
  }

  @Test
  void aCrowdedPartLosesOneMethod() {
    assertEquals(0, routing.part(1));
    assertEquals(0, routing.part(2));
    routing.loaded(0, 1);
    assertEquals(1, routing.part(3));
    routing.relieve(0, 2);
    assertEquals(1, routing.part(3));
    assertEquals(2, routing.part(2));
    assertEquals(0, routing.part(1));
    assertEquals(2, routing.part(2));
  }
}
