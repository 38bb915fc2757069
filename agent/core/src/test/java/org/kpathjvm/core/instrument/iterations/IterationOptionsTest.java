package org.kpathjvm.core.instrument.iterations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IterationOptionsTest {
  private static IterationOptions of(String... rules) {
    return new IterationOptions(3, 6_000, 60_000, List.of(rules));
  }

  @Test
  void theLastMatchingRuleApplies() {
    IterationOptions options = of("*.*:1", "a.B.run:5", "a.B.run@12:7", "a.C*.<init>:2");
    assertEquals(3, of().of("a/B", "run", 12));
    assertEquals(1, options.of("a/B", "walk", 12));
    assertEquals(5, options.of("a/B", "run", 4));
    assertEquals(7, options.of("a/B", "run", 12));
    assertEquals(2, options.of("a/Cd$E", "<init>", 0));
    assertEquals(1, options.of("a/BX", "run", 12));
  }

  @Test
  void dotsAndDollarsMatchLiterally() {
    assertEquals(3, of("a.B.run:5").of("aXB", "run", 0));
    assertEquals(5, of("a.B$1.access$000:5").of("a/B$1", "access$000", 0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "run:3", "a.B.run", "a.B.run:0", "a.B.run:65", "a.B.run@x:3", "a.B:3x"})
  void aMalformedRuleIsRefusedInOneLine(String rule) {
    String message = assertThrows(IllegalArgumentException.class, () -> of(rule)).getMessage();
    assertTrue(
        message.startsWith("agent option kiter-loops=" + rule + " is not CLASS.METHOD:K or"),
        message);
  }

  @Test
  void differentOptionsHaveDifferentTexts() {
    assertNotEquals(of().toString(), of("a.B.run:5").toString());
    assertNotEquals(of().toString(), new IterationOptions(3, 6_000, 60_001, List.of()).toString());
    assertEquals(6_000, of().arrayPaths());
    assertEquals(60_000, of().mostPaths());
  }
}
