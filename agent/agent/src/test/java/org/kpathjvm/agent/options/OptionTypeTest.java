package org.kpathjvm.agent.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.numbering.CutMode;
import org.kpathjvm.runtime.json.JsonWriter;

class OptionTypeTest {
  private static String written(OptionType<?> type, Object value) {
    JsonWriter json = new JsonWriter();
    type.write(value, json);
    return json.toString();
  }

  @Test
  void choicesAreInLowerCaseWithHyphens() {
    OptionType<CutMode> type = OptionType.choice(CutMode.class);
    assertEquals(CutMode.LOOP_HEADER, type.parse("loop-header"));
    assertNull(type.parse("LOOP_HEADER"));
    assertEquals("one of back-edge, loop-header", type.allowed());
    assertEquals("\"loop-header\"", written(type, CutMode.LOOP_HEADER));
    for (CutMode mode : CutMode.values()) {
      assertEquals(mode.label(), OptionType.label(mode));
    }
  }

  @Test
  void numbersHaveBounds() {
    OptionType<Integer> type = OptionType.number(2, 64);
    assertEquals(64, type.parse("64"));
    assertNull(type.parse("65"));
    assertNull(type.parse("1"));
    assertNull(type.parse("8K"));
    assertEquals("a number from 2 to 64", type.allowed());
  }

  @Test
  void sizesHaveUnits() {
    OptionType<Long> type = OptionType.size(1 << 10, 1L << 31);
    assertEquals(1L << 31, type.parse("2G"));
    assertEquals(1L << 10, type.parse("1k"));
    assertEquals(5000, type.parse("5000"));
    for (String none : new String[] {"", "K", "1", "3G", "1T", "-1M", "99999999999999999999G"}) {
      assertNull(type.parse(none), none);
    }
    assertEquals("2048", written(type, 2048L));
  }

  @Test
  void flagsAreGivenAsYesOrNo() {
    assertEquals(true, OptionType.flag().parse("yes"));
    assertEquals(false, OptionType.flag().parse("no"));
    assertNull(OptionType.flag().parse("true"));
    assertEquals("false", written(OptionType.flag(), false));
  }

  @Test
  void patternsAndFilesArePercentEncoded() {
    assertEquals(List.of("a.*", "b:c"), OptionType.patterns().parse("a.*::b%3Ac"));
    assertEquals("[\"a\"]", written(OptionType.patterns(), List.of("a")));
    assertEquals(Path.of("/a,b+c"), OptionType.file().parse("/a%2Cb+c"));
    for (String none : new String[] {"%", "%2", "%zz", "%-1", "a%25%"}) {
      assertNull(OptionType.patterns().parse(none), none);
      assertNull(OptionType.file().parse(none), none);
    }
  }
}
