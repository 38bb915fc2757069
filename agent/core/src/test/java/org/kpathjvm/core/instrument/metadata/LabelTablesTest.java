package org.kpathjvm.core.instrument.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.kpathjvm.core.instrument.metadata.MethodRecordTest.json;
import static org.kpathjvm.core.instrument.metadata.MethodRecordTest.record;

import org.junit.jupiter.api.Test;

class LabelTablesTest {
  enum Colour {
    RED,
    GREEN,
    BLUE
  }

  /**
   * A class with a method like the one that ecj makes for switches over an enum. The method returns
   * an array of case numbers by ordinal, and keeps the array in a field.
   */
  static final class MadeByEcj {
    private static int[] $SWITCH_TABLE$demo$Colour;

    private MadeByEcj() {}

    static int[] $SWITCH_TABLE$demo$Colour() {
      int[] kept = $SWITCH_TABLE$demo$Colour;
      if (kept != null) {
        return kept;
      }
      int[] table = new int[Colour.values().length];
      try {
        table[Colour.BLUE.ordinal()] = 3;
      } catch (NoSuchFieldError removed) {
        // An enum that was compiled again may lack the constant.
      }
      try {
        table[Colour.RED.ordinal()] = 1;
      } catch (NoSuchFieldError removed) {
        // The enum may lack this constant, too.
      }
      return $SWITCH_TABLE$demo$Colour = table;
    }
  }

  @Test
  void ecjsTableIsNamedAfterItsMethod() {
    String name = "$SWITCH_TABLE$demo$Colour";
    Object tables = json(record(MadeByEcj.class, name)).get("tables");
    assertEquals("[[" + name + ", [1, 3], [RED, BLUE]]]", tables.toString());
  }
}
