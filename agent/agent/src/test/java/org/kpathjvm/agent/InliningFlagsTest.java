package org.kpathjvm.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.kpathjvm.agent.options.AgentOption;
import org.kpathjvm.agent.options.AgentOptions;

class InliningFlagsTest {
  private static int limit(String options, String... arguments) {
    AgentOptions asked = AgentOptions.parse(options);
    AgentOptions found = asked;
    for (String argument : arguments) {
      found =
          InliningFlags.withFlag(
              found, asked, argument, "FreqInlineSize", AgentOption.FREQ_INLINE_SIZE);
    }
    return found.get(AgentOption.FREQ_INLINE_SIZE);
  }

  @Test
  void withoutAFlagTheLimitIsHotSpotsDefault() {
    assertEquals(325, limit(null, "-Xmx1g", "-XX:MaxInlineSize=7"));
  }

  @Test
  void theLastFlagCounts() {
    assertEquals(90, limit(null, "-XX:FreqInlineSize=500", "-XX:FreqInlineSize=90"));
  }

  @Test
  void theAgentsOptionOverridesTheFlag() {
    assertEquals(12, limit("freq-inline-size=12", "-XX:FreqInlineSize=500"));
  }

  @Test
  void anExcessiveLimitBecomesTheLargestCodeSize() {
    assertEquals(65_535, limit(null, "-XX:FreqInlineSize=100000"));
  }

  @Test
  void aFlagWithAUnitIsIgnored() {
    assertEquals(325, limit(null, "-XX:FreqInlineSize=1k"));
  }
}
