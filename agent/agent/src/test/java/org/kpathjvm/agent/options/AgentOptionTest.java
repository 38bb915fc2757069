package org.kpathjvm.agent.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpathjvm.runtime.json.JsonWriter;

class AgentOptionTest {
  static List<AgentOption<?>> all() {
    return AgentOption.all();
  }

  @ParameterizedTest
  @MethodSource("all")
  void everySettingHasADefault(AgentOption<?> option) {
    assertTrue(!option.isSetting() || option.defaultValue() != null, option.name());
  }

  @ParameterizedTest
  @MethodSource("all")
  void everyOptionAppliesToSomeProfiler(AgentOption<?> option) {
    boolean taken = false;
    for (Profiler profiler : Profiler.values()) {
      taken |= option.appliesTo(profiler);
    }
    assertTrue(taken, option.name());
  }

  @Test
  void optionNamesAreUnique() {
    Set<String> names = new HashSet<>();
    for (AgentOption<?> option : AgentOption.all()) {
      assertTrue(names.add(option.name()), option.name());
    }
  }

  @Test
  void optionsAreDescribedInJson() {
    JsonWriter json = new JsonWriter();
    AgentOption.describeAll(json);
    String text = json.toString();
    assertTrue(
        text.contains(
            "{\"name\":\"max-paths\",\"type\":\"number\",\"least\":1,\"most\":16777216,"
                + "\"default\":\"4096\",\"help\":\""),
        text);
    assertTrue(text.contains("\"choices\":[\"back-edge\",\"loop-header\"]"), text);
    assertTrue(
        text.contains(
            "\"placement\":\"offered\",\"spelling\":\"--max-paths\",\"metavar\":\"N\","
                + "\"in_found_files\":true}"),
        text);
    // A defaults file can set this option if the user names the file, but not if the file was only
    // found in the project.
    assertTrue(
        text.contains(
            "\"spelling\":\"--guide PROFILE\",\"metavar\":null,\"in_found_files\":false}"),
        text);
  }

  @Test
  void aDefaultDescribedInWordsHasAValue() {
    assertNotNull(AgentOption.TABLE_MEMORY.defaultValue());
    assertEquals(List.of(), AgentOption.INCLUDE.defaultValue());
  }
}
