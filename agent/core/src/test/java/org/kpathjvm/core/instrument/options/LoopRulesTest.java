package org.kpathjvm.core.instrument.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoopRulesTest {
  private static LoopRules of(String... texts) {
    return LoopRules.of("loops", 0, 64, List.of(texts));
  }

  @ParameterizedTest(name = "{0} of {1}.{2}@{3}")
  @CsvSource({
    "a.b.C.run:5, a/b/C, run, 3, true",
    "a.b.C.run:5, a/b/C, runs, 3, false",
    "a.b.C.run:5, a/b/CD, run, 3, false",
    "a.b.C.run:5, a/b/C$Inner, run, 3, true",
    "a.b.C.run:5, x/a/b/C, run, 3, false",
    "a.b.run:5, a/b/C, run, 3, true",
    "a.b.*.run:5, a/b/c/D, run, 3, true",
    "C.run:5, a/b/C, run, 3, true",
    "C.run:5, a/b/X$C, run, 3, true",
    "*Test.r*:5, a/FooTest, run, 3, true",
    "*Test.r*:5, a/FooTests, run, 3, false",
    "a/b/C.run:5, a/b/C, run, 3, true",
    "a.b.C.run@3:5, a/b/C, run, 3, true",
    "a.b.C.run@4:5, a/b/C, run, 3, false",
    "*.*:5, D, <init>, 0, true",
    "a.C.<init>:5, a/C, <init>, 0, true",
  })
  void patternsAreThoseOfFilters(
      String rule, String className, String method, int header, boolean isMeant) {
    assertEquals(isMeant ? 5 : 1, of(rule).number(1, className, method, header));
  }

  @Test
  void theLastMatchingRuleApplies() {
    assertEquals(3, of("*.*:1", "a.B.run@2:2", "a.B.run:3").number(9, "a/B", "run", 2));
    assertEquals(2, of("*.*:1", "a.B.run:3", "a.B.run@2:2").number(9, "a/B", "run", 2));
    assertEquals(9, of().number(9, "a/B", "run", 2));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "run:3",
        "a.B.run",
        "a.B.run:",
        "a.B.run:-1",
        "a.B.run:65",
        "a.B.run:x",
        ":3",
        "a.B.run@x:3",
        "a.B.run@100000:3",
        "a.B.run:9999999999"
      })
  void aMalformedRuleIsRefusedInOneLine(String rule) {
    assertEquals(
        "agent option loops="
            + rule
            + " is not CLASS.METHOD:K or CLASS.METHOD@OFFSET:K, where K is from 0 to 64",
        assertThrows(IllegalArgumentException.class, () -> of(rule)).getMessage());
  }

  @Test
  void differentRulesHaveDifferentTexts() {
    assertNotEquals(of("a.B.c:3").toString(), of("a.B.c:4").toString());
    assertNotEquals(of("a.B.c:3", "a.B.d:3").toString(), of("a.B.d:3", "a.B.c:3").toString());
  }
}
