package org.kpathjvm.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.List;
import org.kpathjvm.agent.options.AgentOption;
import org.kpathjvm.agent.options.AgentOptions;
import org.kpathjvm.agent.options.Profiler;

/** Puts an inline profiler into the target's {@code java.lang}. */
final class InlineInstaller {
  private static final String SETUP = "InlineSetup";

  private static final List<String> CLASSES =
      List.of(
          SETUP,
          "Activation",
          "Recording",
          "TableMemory",
          "PathTable",
          "CounterPages",
          "Forest",
          "Lease",
          "Totals",
          "Threads",
          "ForestRows",
          "EdgeProbes",
          "ArrayProbes",
          "HashProbes",
          "ForestProbes",
          InlineTables.CONTROL);

  private InlineInstaller() {}

  /** Defines the classes and initialises them. */
  static InlineTables install(Instrumentation instrumentation, AgentOptions options)
      throws ReflectiveOperationException, IOException {
    RuntimeClasses classes = RuntimeClasses.open(instrumentation);
    ThreadClasses.define(classes);
    classes.define("tables", List.of("IdTable"));
    classes.define("inline", CLASSES);
    Profiler profiler = options.profiler();
    classes.set(SETUP, "array", profiler == Profiler.BLPP_ARRAY);
    classes.set(SETUP, "hash", profiler == Profiler.BLPP_HASH);
    classes.set(SETUP, "k", profiler == Profiler.K_BLPP ? options.get(AgentOption.K) : 0);
    classes.set(SETUP, "moveToFront", options.get(AgentOption.MOVE_TO_FRONT));
    classes.set(SETUP, "tableBytes", options.get(AgentOption.TABLE_MEMORY));
    classes.initialise();
    return new InlineTables(classes);
  }
}
