package org.kpathjvm.core.instrument.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

/** Tests how many of the JVM's inlining limits a method exceeds because of its probes. */
class InliningLimitsTest {
  private final InliningLimits limits = new InliningLimits(325, 35);

  @Test
  void onlyMethodsThatWereWithinALimitCrossIt() {
    assertEquals(0, limits.crossed(20, 35));
    assertEquals(1, limits.crossed(35, 36));
    assertEquals(1, limits.crossed(36, 326));
    assertEquals(0, limits.crossed(36, 325));
    assertEquals(2, limits.crossed(35, 326));
    assertEquals(0, limits.crossed(326, 9000));
  }

  @Test
  void withoutLimitsNothingIsCrossed() {
    assertEquals(0, InliningLimits.NONE.crossed(1, 9000));
  }

  @Test
  void differentLimitsHaveDifferentTexts() {
    assertEquals(new InliningLimits(35, 325).toString(), limits.toString());
    assertNotEquals(limits.toString(), InliningLimits.NONE.toString());
  }
}
