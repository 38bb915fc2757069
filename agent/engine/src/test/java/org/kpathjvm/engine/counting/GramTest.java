package org.kpathjvm.engine.counting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class GramTest {
  private static final int[] SEQUENCE = {4, 7, 7, 4, 7};

  private static Gram of(int from, int length) {
    Gram gram = Gram.before(SEQUENCE, from);
    for (int item = 0; item < length; item++) {
      gram = gram.longer();
    }
    return gram;
  }

  @Test
  void aGramEqualsTheListOfItsItems() {
    for (int from = 0; from < SEQUENCE.length; from++) {
      for (int length = 0; from + length <= SEQUENCE.length; length++) {
        List<Integer> items = List.of(4, 7, 7, 4, 7).subList(from, from + length);
        Gram gram = of(from, length);
        assertEquals(items, gram);
        assertEquals(gram, items);
        assertEquals(items.hashCode(), gram.hashCode());
        assertEquals(items.toString(), gram.toString());
      }
    }
  }

  @Test
  void gramsWithEqualItemsAreEqual() {
    assertEquals(of(0, 2), of(3, 2));
    assertEquals(of(0, 2), Gram.EMPTY.with(4).with(7));
    assertNotEquals(of(0, 2), of(1, 2));
    assertNotEquals(of(0, 2), of(0, 3));
    assertEquals(List.of(0, 31).hashCode(), List.of(1, 0).hashCode());
    assertFalse(Gram.EMPTY.with(0).with(31).equals(Gram.EMPTY.with(1).with(0)));
  }

  @Test
  void extendingDoesNotChangeAGram() {
    Gram gram = of(0, 2);
    assertEquals(List.of(4, 7, 9), gram.with(9));
    assertEquals(List.of(4, 7, 7), gram.longer());
    assertEquals(List.of(4, 7), gram);
    assertThrows(IndexOutOfBoundsException.class, () -> gram.get(2));
  }
}
