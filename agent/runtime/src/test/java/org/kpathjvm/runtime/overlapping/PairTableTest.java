package org.kpathjvm.runtime.overlapping;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.kpathjvm.runtime.inline.InlineSetup;

class PairTableTest {
  private static final long ENOUGH = 1L << 30;

  private final PairTable table = new PairTable();

  @BeforeAll
  static void setUp() {
    InlineSetup.tableBytes = ENOUGH;
  }

  @Test
  void numbersStartAtOneAndStayTheSame() {
    for (int times = 0; times < 2; times++) {
      for (int number = 1; number <= 1_000; number++) {
        assertEquals(number, table.number(PairTable.pair(-number, number)));
      }
    }
    assertEquals(1_000, table.size());
    assertEquals(PairTable.pair(-700, 700), table.pair(700));
  }

  @Test
  void aPairWithoutMemoryUsesUpNoNumber() {
    int number = 1;
    InlineSetup.tableBytes = 0;
    try {
      while (table.number(number) != 0) {
        number++;
      }
      assertEquals(0, table.number(number));
      assertEquals(number - 1, table.size());
    } finally {
      InlineSetup.tableBytes = ENOUGH;
    }
    assertEquals(number, table.number(number + 1));
  }
}
