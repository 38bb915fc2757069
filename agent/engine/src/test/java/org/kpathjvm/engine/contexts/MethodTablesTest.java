package org.kpathjvm.engine.contexts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests how tables are found: by method, and by number. */
class MethodTablesTest {
  private final MethodTables methods = new MethodTables();

  private ContextWords add(int firstId, int bits) {
    ContextWords table = table(firstId, bits, methods.nextNumber());
    methods.add(table);
    return table;
  }

  private static ContextWords table(int firstId, int bits, int number) {
    return new ContextWords(new HistoryFormat(4, firstId, bits), number, 1, 0);
  }

  @Test
  void anUnknownMethodHasNoTable() {
    assertNull(methods.find(0, 6));
    add(0, 6);
    assertNull(methods.find(0, 7));
    assertNull(methods.find(64, 6));
  }

  /** There are far more methods than there are places for recently found tables. */
  @Test
  void everyMethodsTableIsFound() {
    List<ContextWords> added = new ArrayList<>();
    for (int method = 0; method < 5000; method++) {
      added.add(add(3 * method, 1 + method % 31));
    }
    for (int round = 0; round < 2; round++) {
      for (ContextWords table : added) {
        assertSame(table, methods.find(table.firstId, table.bits));
        assertSame(table, methods.get(table.number));
      }
    }
    assertEquals(added, methods.all());
  }

  @Test
  void methodsThatDifferOnlyInBitsHaveTheirOwnTables() {
    ContextWords narrow = add(64, 6);
    ContextWords wide = add(64, 9);
    ContextWords wider = add(64, 12);
    for (int round = 0; round < 2; round++) {
      assertSame(narrow, methods.find(64, 6));
      assertSame(wide, methods.find(64, 9));
      assertSame(wider, methods.find(64, 12));
    }
  }

  @Test
  void theReplacementOfATableIsFound() {
    ContextWords old = add(64, 6);
    add(64, 9);
    assertSame(old, methods.find(64, 6));
    ContextWords table = table(64, 6, old.number);
    methods.replace(table);
    assertSame(table, methods.find(64, 6));
    assertSame(table, methods.get(old.number));
    assertSame(table, methods.all().get(0));
  }

  @Test
  void tablesMayBeReplacedDuringAVisit() {
    add(1, 6);
    add(2, 6);
    int visited = 0;
    for (ContextWords table : methods.all()) {
      methods.replace(table(table.firstId, table.bits, table.number));
      visited++;
    }
    assertEquals(2, visited);
  }
}
