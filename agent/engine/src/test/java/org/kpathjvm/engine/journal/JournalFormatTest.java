package org.kpathjvm.engine.journal;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpathjvm.runtime.layout.StreamFormat;

class JournalFormatTest {
  @Test
  void noWordOfAStreamIsTakenForAGatheredCount() throws IllegalAccessException {
    List<Integer> controls = new ArrayList<>();
    for (Field field : StreamFormat.class.getFields()) {
      if (field.getType() == int.class && field.getInt(null) < -StreamFormat.MAX_ID) {
        controls.add(field.getInt(null));
      }
    }
    assertTrue(controls.contains(StreamFormat.CLOSE));
    for (int control : controls) {
      assertNotEquals(control, JournalFormat.TIMES);
    }
    assertFalse(isWithin(StreamFormat.PACKED, StreamFormat.PACKED_LIMIT));
    assertFalse(isWithin(StreamFormat.RUN, StreamFormat.RUN_LIMIT));
    assertTrue(JournalFormat.TIMES < -StreamFormat.MAX_ID, "TIMES must not be the id of a path");
  }

  private static boolean isWithin(int first, int limit) {
    return first <= JournalFormat.TIMES && JournalFormat.TIMES < limit;
  }
}
