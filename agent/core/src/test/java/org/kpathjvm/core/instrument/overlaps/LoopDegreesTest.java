package org.kpathjvm.core.instrument.overlaps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class LoopDegreesTest {
  @Test
  void theLastMatchingRuleApplies() {
    LoopDegrees degrees = LoopDegrees.of(3, List.of("a.B.run:5", "a.B.run@12:0"));
    assertEquals(0, degrees.of("a/B", "run", 12));
    assertEquals(5, degrees.of("a/B", "run", 13));
    assertEquals(3, degrees.of("a/B", "stop", 12));
    degrees = LoopDegrees.of(3, List.of("a.B.run@12:0", "a.*.r*:5", "c.D.run:254"));
    assertEquals(5, degrees.of("a/B", "run", 12));
    assertEquals(5, degrees.of("a/b/C", "rest", 0));
    assertEquals(254, degrees.of("c/D", "run", 0));
  }

  @Test
  void differentDegreesHaveDifferentTexts() {
    assertNotEquals(
        LoopDegrees.of(3, List.of()).toString(), LoopDegrees.of(3, List.of("a.B.c:3")).toString());
    assertNotEquals(LoopDegrees.of(3, List.of()).toString(), LoopDegrees.ALL_ZERO.toString());
  }

  @Test
  void malformedDegreesAreRefused() {
    for (String text :
        List.of("a.B.run", "a.B.run:", "a.B.run:-1", "a.B.run:255", ":3", "a.B.run:x")) {
      assertThrows(IllegalArgumentException.class, () -> LoopDegrees.of(3, List.of(text)), text);
    }
  }
}
