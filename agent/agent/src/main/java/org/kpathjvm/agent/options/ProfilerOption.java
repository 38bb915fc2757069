package org.kpathjvm.agent.options;

import static org.kpathjvm.agent.options.AgentOption.option;
import static org.kpathjvm.agent.options.OptionType.flag;
import static org.kpathjvm.agent.options.OptionType.number;
import static org.kpathjvm.agent.options.OptionType.patterns;

import java.util.List;
import org.kpathjvm.agent.options.AgentOption.Scope;
import org.kpathjvm.core.instrument.paths.ChordPathScheme;
import org.kpathjvm.core.numbering.PathNumbering;
import org.kpathjvm.core.overlapping.LoopOverlaps;

/** The options that single profilers take. They are at the end of the agent's table. */
public final class ProfilerOption {
  private ProfilerOption() {}

  public static final AgentOption<Integer> ARRAY_PATHS =
      option(
              "array-paths",
              number(0, 1 << 30),
              "Paths of a method up to which it has an array of counters; with more it has a hash"
                  + " table.")
          .byDefault(Integer.toString(ChordPathScheme.DEFAULT_ARRAY_PATHS))
          .of(Scope.NAMED)
          .offered("--array-paths", "N")
          .inFoundFiles();

  public static final AgentOption<Integer> THRESHOLD =
      option(
              "threshold",
              number(0, 1 << 30),
              "Completed paths of a method that are counted, divided evenly among its loops'"
                  + " levels; 0: all of them.")
          .byDefault("1000")
          .of(Scope.NAMED)
          .offered("--threshold", "N")
          .inFoundFiles();

  public static final AgentOption<Integer> WINDOW_TIMEOUT =
      option(
              "window-timeout",
              number(0, 1 << 30),
              "Milliseconds after which a level that hasn't completed its paths is left for those"
                  + " inside; 0: never.")
          .byDefault("5000")
          .of(Scope.NAMED)
          .offered("--window-timeout", "MS")
          .inFoundFiles();

  public static final AgentOption<Boolean> REMOVE_PROBES =
      option(
              "remove-probes",
              flag(),
              "Whether the probes of a method whose windows are shut are taken out.")
          .byDefault("yes")
          .of(Scope.NAMED)
          .offered("--remove-probes", null)
          .inFoundFiles();

  public static final AgentOption<Integer> DEGREE =
      option(
              "degree",
              number(0, LoopOverlaps.HIGHEST_DEGREE),
              "Degree of overlap: a path that ends at a back edge is extended up to the predicate"
                  + " behind so many.")
          .byDefault("3")
          .of(Scope.NAMED)
          .offered("--degree", "K")
          .inFoundFiles();

  public static final AgentOption<List<String>> LOOP_DEGREE =
      option(
              "loop-degree",
              patterns(),
              "Degree of overlap of the loops of methods, as org.foo.Bar.run:5, or of those whose"
                  + " header has a bytecode offset, as org.foo.Bar.run@12:5. Classes are meant as in"
                  + " --include, and * stands for anything; the last that applies counts.")
          .byDefault("none", List.of())
          .of(Scope.NAMED)
          .offered("--loop-degree", "LOOP:K")
          .inFoundFiles();

  public static final AgentOption<Boolean> CALLS =
      option(
              "calls",
              flag(),
              "Count overlapping paths across calls, too: a caller's path into the callee's first"
                  + " one, and a callee's last path back into the caller's.")
          .byDefault("no")
          .of(Scope.NAMED)
          .offered("--calls", null)
          .inFoundFiles();

  public static final AgentOption<Integer> KITER_ARRAY =
      option(
              "kiter-array",
              number(0, PathNumbering.PATH_LIMIT),
              "Paths over several iterations of a method up to which they are counted in an array;"
                  + " more are in a hash table.")
          .byDefault("6000")
          .of(Scope.NAMED)
          .offered("--kiter-array", "N")
          .inFoundFiles();

  public static final AgentOption<Integer> KITER_MOST =
      option(
              "kiter-most",
              number(1, PathNumbering.PATH_LIMIT),
              "Paths over several iterations of a method above which they have one iteration less.")
          .byDefault("60000")
          .of(Scope.NAMED)
          .offered("--kiter-most", "N")
          .inFoundFiles();

  public static final AgentOption<List<String>> KITER_LOOPS =
      option(
              "kiter-loops",
              patterns(),
              "Iterations that paths have of the innermost loops of methods, as"
                  + " org.foo.Bar.run:3, or of those whose header has a bytecode offset, as"
                  + " org.foo.Bar.run@12:3. Classes are meant as in --include, and * stands for"
                  + " anything; the last that applies counts.")
          .byDefault("k of all loops", List.of())
          .of(Scope.NAMED)
          .offered("--kiter-loops", "METHOD:K")
          .inFoundFiles();

  /** Makes sure that the options are in the table. */
  static void load() {}
}
