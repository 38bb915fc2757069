package org.kpathjvm.core.instrument.exceptions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThisSlotsTest {
  /** A stack is written as a letter for each slot, with the top on the right. T is {@code this}. */
  @ParameterizedTest
  @CsvSource({
    "xT, 1, 0, xTT",
    "xT, 1, 1, TxT",
    "xxT, 1, 2, TxxT",
    "xT, 2, 0, xTxT",
    "xyT, 2, 1, yTxyT",
    "Txyz, 2, 2, yzTxyz"
  })
  void copiesOfThisAreThis(String before, int count, int under, String after) {
    ThisSlots slots = ThisSlots.atEntry(true);
    before.chars().forEach(slot -> slots.push(slot == 'T'));
    slots.duplicate(count, under);
    for (int i = after.length() - 1; i >= 0; i--) {
      assertEquals(after.charAt(i) == 'T', slots.peek(after.length() - 1 - i), after + " " + i);
    }
    after.chars().forEach(slot -> slots.pop());
    assertThrows(IllegalStateException.class, slots::pop);
  }

  @Test
  void aSlotHoldsThisOnlyIfItDoesOnBothWays() {
    ThisSlots one = ThisSlots.atEntry(true);
    one.locals.set(3);
    one.push(true);
    ThisSlots other = one.copy();
    other.locals.clear(3);
    assertTrue(one.meet(other));
    assertFalse(one.locals.get(3));
    assertTrue(one.locals.get(0));
    assertFalse(one.meet(other));
    other.pop();
    other.push(false);
    assertTrue(one.meet(other));
    assertFalse(one.peek(0));
  }

  @Test
  void differentStacksOrStatesCannotMeet() {
    ThisSlots one = ThisSlots.atEntry(true);
    ThisSlots deeper = one.copy();
    deeper.push(false);
    assertThrows(IllegalStateException.class, () -> one.meet(deeper));
    assertThrows(IllegalStateException.class, () -> one.meet(ThisSlots.atEntry(false)));
  }

  @Test
  void aHandlerHasTheLocalsAndOneException() {
    ThisSlots slots = ThisSlots.atEntry(false);
    slots.push(true);
    slots.push(true);
    ThisSlots handler = slots.atHandler();
    assertTrue(handler.locals.get(0));
    assertFalse(handler.initialised);
    assertFalse(handler.pop());
    assertThrows(IllegalStateException.class, handler::pop);
  }
}
