package org.kpathjvm.agent.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpathjvm.runtime.inline.Tables;
import org.kpathjvm.runtime.json.JsonWriter;

class ProfilerTest {
  /**
   * Returns a class of the runtime.
   *
   * @param name the simple name; if the class isn't in the subpackage {@code inline}, its
   *     subpackage and a slash come before the name
   */
  private static Class<?> inline(String name) throws ClassNotFoundException {
    String inPackage = name.contains("/") ? name.replace('/', '.') : "inline." + name;
    // The class isn't initialised, because only the agent sets the runtime up.
    return Class.forName(
        "org.kpathjvm.runtime." + inPackage, false, ProfilerTest.class.getClassLoader());
  }

  @ParameterizedTest
  @EnumSource(value = Profiler.class, mode = EnumSource.Mode.EXCLUDE, names = "STREAM")
  void everyNamedClassIsInTheRuntime(Profiler profiler) throws ClassNotFoundException {
    for (String name : profiler.runtimeClasses()) {
      String found = inline(name).getName();
      assertEquals(
          name.substring(name.indexOf('/') + 1), found.substring(found.lastIndexOf('.') + 1));
    }
    assertEquals(profiler.tablesClass() == null, profiler.tablesFile() == null);
    if (profiler.tablesClass() != null) {
      String tables = null;
      for (String name : profiler.runtimeClasses()) {
        tables = ("/" + name).endsWith("/" + profiler.tablesClass()) ? name : tables;
      }
      assertTrue(Tables.class.isAssignableFrom(inline(tables)));
    }
  }

  @Test
  void profilersHaveTheirKindAndRuntimeClasses() {
    assertFalse(Profiler.STREAM.isInline());
    assertTrue(Profiler.EDGE.isInline());
    assertNull(Profiler.EDGE.tablesClass());
    assertEquals(
        List.of("Activation", "ForestRows", "Forest", "ForestProbes"),
        Profiler.K_BLPP.runtimeClasses());
  }

  /** A time-out lets the path windows of inner loops open. The profiler bpp has no such windows. */
  @Test
  void onlyStructuralProfilesHaveATimeOut() {
    for (Profiler profiler : Profiler.values()) {
      assertEquals(profiler == Profiler.SPP, profiler.hasTimeOut(), profiler.label());
      boolean hasWindows = profiler == Profiler.SPP || profiler == Profiler.BPP;
      assertEquals(hasWindows, profiler.hasWindows(), profiler.label());
    }
  }

  @Test
  void profilersAreDescribedInJsonWithTheirOptions() {
    JsonWriter json = new JsonWriter();
    Profiler.describeAll(json);
    String edge = "{\"name\":\"edge\",\"inline\":true,\"paths\":false,\"options\":[";
    String described = json.toString();
    assertTrue(described.contains(edge), described);
    String options = described.substring(described.indexOf(edge) + edge.length()).split("]", 2)[0];
    assertTrue(options.contains("\"table-memory\""), options);
    assertFalse(options.contains("\"max-paths\""), options);
  }
}
