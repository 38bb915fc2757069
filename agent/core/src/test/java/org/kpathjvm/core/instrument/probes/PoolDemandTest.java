package org.kpathjvm.core.instrument.probes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;

class PoolDemandTest {
  /**
   * The probes' class and its name take two entries of the constant pool, and each probe takes four
   * entries.
   */
  @Test
  void probesShareTheirClass() {
    PoolDemand demand = new PoolDemand();
    assertEquals(0, demand.entries(Set.of()));
    demand.probe("count(I)V");
    assertEquals(6, demand.entries(Set.of()));
    demand.probe("count(I)V");
    demand.probe("emit(JI)J");
    assertEquals(10, demand.entries(Set.of()));
  }

  @Test
  void framesNeedTheAttributesNameAndNewClasses() {
    PoolDemand demand = new PoolDemand();
    demand.frameType(Opcodes.LONG);
    assertEquals(1, demand.entries(Set.of()));
    demand.frameType("A");
    demand.frameType("[I");
    demand.frameType("A");
    assertEquals(5, demand.entries(Set.of()));
    assertEquals(3, demand.entries(Set.of("A", "B")));
  }

  @Test
  void combinedDemandsShareEntries() {
    PoolDemand one = new PoolDemand();
    one.number(70_000);
    one.probe("count(I)V");
    PoolDemand other = new PoolDemand();
    other.number(70_000);
    other.number(70_001);
    other.probe("count(I)V");
    other.frameType("A");
    PoolDemand both = new PoolDemand();
    both.add(one);
    both.add(other);
    assertEquals(7, one.entries(Set.of()));
    assertEquals(11, other.entries(Set.of()));
    assertEquals(11, both.entries(Set.of()));
    PoolDemand framesOnly = new PoolDemand();
    framesOnly.frameType(Opcodes.LONG);
    one.add(framesOnly);
    assertEquals(8, one.entries(Set.of()));
  }

  @Test
  void constantsWithIdsAreSeparateFromNumbers() {
    PoolDemand demand = new PoolDemand();
    demand.number(70_000);
    demand.id(80_000, true);
    demand.longNumber(7L);
    demand.packing(3L << 32 | 80_000);
    assertEquals(Set.of(80_000), demand.ids());
    assertEquals(Set.of(3L << 32 | 80_000), demand.packings());
    assertEquals(Set.of(70_000), demand.numbers());
    assertEquals(Set.of(7L), demand.longNumbers());
    assertEquals(6, demand.entries(Set.of()));
    assertTrue(demand.hasIdsInPoolOnly());
    PoolDemand all = new PoolDemand();
    all.add(demand);
    assertEquals(Set.of(80_000), all.ids());
    assertEquals(6, all.entries(Set.of()));
  }

  @Test
  void anIdInAnInstructionNeedsNoConstant() {
    PoolDemand demand = new PoolDemand();
    demand.id(7, false);
    assertEquals(0, demand.entries(Set.of()));
    assertFalse(demand.hasIdsInPoolOnly());
  }
}
