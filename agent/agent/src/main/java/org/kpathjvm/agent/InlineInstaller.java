package org.kpathjvm.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.List;
import org.kpathjvm.agent.options.AgentOption;
import org.kpathjvm.agent.options.AgentOptions;
import org.kpathjvm.agent.options.Profiler;

/** Defines the classes of an inline profiler in the target's package {@code java.lang}. */
final class InlineInstaller {
  private static final String SETUP = "InlineSetup";

  /**
   * The classes that all inline profilers need. Each class comes after the classes that are needed
   * to verify it.
   */
  private static final List<String> CLASSES =
      List.of(
          "Tables",
          "Rows",
          "IdCounts",
          SETUP,
          "Recording",
          "TableMemory",
          "PathTable",
          "CounterPages",
          "IdRows",
          "TableLease",
          "Totals",
          "Threads",
          "EdgeProbes",
          InlineTables.CONTROL);

  private InlineInstaller() {}

  static InlineTables install(Instrumentation instrumentation, AgentOptions options)
      throws ReflectiveOperationException, IOException {
    Profiler profiler = options.profiler();
    RuntimeClasses classes = RuntimeClasses.open(instrumentation);
    ThreadClasses.define(classes);
    classes.define("tables", List.of("IdTable"));
    classes.define("layout", List.of("PackedWord"));
    classes.define("inline", CLASSES);
    for (String ofTheProfiler : profiler.runtimeClasses()) {
      if (!CLASSES.contains(ofTheProfiler)) {
        int slash = ofTheProfiler.indexOf('/');
        classes.define(
            slash < 0 ? "inline" : ofTheProfiler.substring(0, slash),
            List.of(ofTheProfiler.substring(slash + 1)));
      }
    }
    classes.set(SETUP, "k", options.get(AgentOption.K));
    classes.set(SETUP, "tableBytes", options.get(AgentOption.TABLE_MEMORY));
    classes.initialise();
    if (profiler.tablesClass() != null) {
      classes.set(SETUP, "tables", classes.create(profiler.tablesClass()));
    }
    return new InlineTables(classes, profiler);
  }
}
