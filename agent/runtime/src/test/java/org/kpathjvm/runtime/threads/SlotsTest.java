package org.kpathjvm.runtime.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.runtime.layout.SegmentLayout.SLOT_BYTES;
import static org.kpathjvm.runtime.layout.SegmentLayout.SLOT_OWNER_OFFSET;

import jdk.internal.misc.Unsafe;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** The tests are ordered, because the table of slots is made only once in a JVM. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SlotsTest {
  private static final Unsafe U = Unsafe.getUnsafe();
  private static final int COUNT = 8;

  @BeforeAll
  static void setUp() {
    ThreadSetup.slotCount = COUNT;
  }

  @Test
  @Order(1)
  void aThreadGetsTheFirstFreeSlotFromItsHomeSlotOn() {
    long first = Slots.free(3);
    assertEquals(3, Slots.index(first));
    assertEquals(Slots.BASE + 3 * SLOT_BYTES, first);
    Slots.give(first, 3);
    long second = Slots.free(3 + COUNT);
    assertEquals(4, Slots.index(second));
    Slots.give(second, 3 + COUNT);
    assertEquals(first, Slots.find(3));
    assertEquals(second, Slots.find(3 + COUNT));
    assertEquals(Slots.NO_SLOT, Slots.find(4));
  }

  @Test
  @Order(2)
  void aReturnedSlotIsFreeAndLaterSlotsAreFound() {
    Slots.give(Slots.find(3), 0);
    assertEquals(Slots.NO_SLOT, Slots.find(3));
    assertEquals(4, Slots.index(Slots.find(3 + COUNT)));
    assertEquals(3, Slots.index(Slots.free(3)));
  }

  @Test
  @Order(3)
  void aSuspendedThreadHasNoSlot() {
    long tid = SpinLock.threadId();
    Slots.give(Slots.free(tid), tid);
    long slot = Slots.find(tid);
    assertTrue(slot > Slots.SUSPENDED);
    assertTrue(Slots.suspend(slot));
    assertEquals(Slots.SUSPENDED, Slots.find(tid));
    assertFalse(Slots.suspend(Slots.find(tid)));
    Slots.resume();
    assertEquals(slot, Slots.find(tid));
    Slots.resume();
    assertEquals(slot, Slots.find(tid));
  }

  @Test
  @Order(4)
  void aThreadWithoutAnIdHasNoSlot() {
    assertEquals(Slots.NO_SLOT, Slots.find(Slots.NO_ID));
    // A free slot's owner is NO_ID, and a thread without an id looks only at slot 0, the home slot
    // of NO_ID. Slot 0 always has an owner, so the thread doesn't take it for its own.
    assertNotEquals(Slots.NO_ID, U.getLong(Slots.BASE + SLOT_OWNER_OFFSET));
    assertNotEquals(0, Slots.index(Slots.free(COUNT)));
  }

  @Test
  @Order(5)
  void aFullTableHasNoFreeSlot() {
    for (long tid = 100; Slots.free(tid) != Slots.NO_SLOT; tid++) {
      Slots.give(Slots.free(tid), tid);
    }
    assertEquals(Slots.NO_SLOT, Slots.free(5));
    assertEquals(Slots.NO_SLOT, Slots.find(5));
  }
}
