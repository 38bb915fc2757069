package org.kpathjvm.core.instrument.probes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ProbeLocalsTest {
  @Test
  void probeLocalsFollowThoseOfTheMethodAndALongTakesTwo() {
    ProbeLocals both = new ProbeLocals(3, true, false, true);
    assertEquals(3, both.activation());
    assertEquals(5, both.register());
    assertEquals(6, both.count());
    ProbeLocals all = new ProbeLocals(3, true, true, true);
    assertEquals(5, all.word());
    assertEquals(7, all.register());
    assertEquals(8, all.count());
  }

  @Test
  void tripsComeBetweenTheWordAndTheRegister() {
    ProbeLocals locals = new ProbeLocals(3, true, true, true).withTrips();
    assertEquals(7, locals.trips());
    assertEquals(9, locals.tripCount());
    assertEquals(10, locals.register());
    assertEquals(11, locals.count());
  }

  @Test
  void missingLocalsTakeNoRoom() {
    assertEquals(3, new ProbeLocals(3, false, false, true).register());
    assertEquals(4, new ProbeLocals(3, false, false, true).count());
    assertEquals(5, new ProbeLocals(3, true, false, false).count());
    assertEquals(3, new ProbeLocals(3, false, false, false).count());
  }
}
