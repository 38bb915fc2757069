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

/**
 * The options that only one profiler or a few profilers take. They are at the end of the table that
 * {@link AgentOption} begins.
 */
public final class ProfilerOption {
  private ProfilerOption() {}

  public static final AgentOption<Integer> ARRAY_PATHS =
      option(
              "array-paths",
              number(0, 1 << 30),
              "A method with at most this many paths gets an array of counters; a method with more"
                  + " gets a hash table.")
          .byDefault(Integer.toString(ChordPathScheme.DEFAULT_ARRAY_PATHS))
          .of(Scope.NAMED)
          .offered("--array-paths", "N")
          .inFoundFiles();

  public static final AgentOption<Integer> THRESHOLD =
      option(
              "threshold",
              number(0, 1 << 30),
              "The number of completed paths that are counted in a method. The profiler spp"
                  + " divides it evenly among the levels of the method's loops, but counts at"
                  + " least one in each; 0: all paths are counted.")
          .byDefault("1000")
          .of(Scope.NAMED)
          .offered("--threshold", "N")
          .inFoundFiles();

  public static final AgentOption<Integer> WINDOW_TIMEOUT =
      option(
              "window-timeout",
              number(0, 1 << 30),
              "Milliseconds after which a level that hasn't completed its paths gives way to the"
                  + " levels inside it; 0: never.")
          .byDefault("5000")
          .of(Scope.NAMED)
          .offered("--window-timeout", "MS")
          .inFoundFiles();

  public static final AgentOption<Boolean> REMOVE_PROBES =
      option(
              "remove-probes",
              flag(),
              "Whether the probes are removed from a method whose path windows are closed.")
          .byDefault("yes")
          .of(Scope.NAMED)
          .offered("--remove-probes", null)
          .inFoundFiles();

  public static final AgentOption<Integer> DEGREE =
      option(
              "degree",
              number(0, LoopOverlaps.HIGHEST_DEGREE),
              "Degree of overlap: a path that ends at a back edge is extended past this many"
                  + " predicates, up to the next predicate.")
          .byDefault("3")
          .of(Scope.NAMED)
          .offered("--degree", "K")
          .inFoundFiles();

  public static final AgentOption<List<String>> LOOP_DEGREE =
      option(
              "loop-degree",
              patterns(),
              "Degree of overlap of all loops of a method, written as org.foo.Bar.run:5, or of the loop"
                  + " whose header is at a bytecode offset, written as org.foo.Bar.run@12:5. Classes are"
                  + " written as in --include, and * stands for anything; the last entry that matches"
                  + " is used.")
          .byDefault("none", List.of())
          .of(Scope.NAMED)
          .offered("--loop-degree", "LOOP:K")
          .inFoundFiles();

  public static final AgentOption<Boolean> CALLS =
      option(
              "calls",
              flag(),
              "Whether overlapping paths across calls are counted, too. Such a path leads from the"
                  + " caller's path into the callee's first path, or from the callee's last path"
                  + " back into the caller's path.")
          .byDefault("no")
          .of(Scope.NAMED)
          .offered("--calls", null)
          .inFoundFiles();

  public static final AgentOption<Integer> KITER_ARRAY =
      option(
              "kiter-array",
              number(0, PathNumbering.PATH_LIMIT),
              "A method with at most this many paths over several iterations counts them in an array;"
                  + " a method with more uses a hash table.")
          .byDefault("6000")
          .of(Scope.NAMED)
          .offered("--kiter-array", "N")
          .inFoundFiles();

  public static final AgentOption<Integer> KITER_MOST =
      option(
              "kiter-most",
              number(1, PathNumbering.PATH_LIMIT),
              "If a method has more paths over several iterations than this, its paths get one"
                  + " iteration fewer.")
          .byDefault("60000")
          .of(Scope.NAMED)
          .offered("--kiter-most", "N")
          .inFoundFiles();

  public static final AgentOption<List<String>> KITER_LOOPS =
      option(
              "kiter-loops",
              patterns(),
              "The number of iterations that paths have in a method's innermost loops, written as"
                  + " org.foo.Bar.run:3, or in the loop whose header is at a bytecode offset,"
                  + " written as org.foo.Bar.run@12:3. Classes are written as in --include, and *"
                  + " stands for anything; the last entry that matches is used.")
          .byDefault("k for all loops", List.of())
          .of(Scope.NAMED)
          .offered("--kiter-loops", "METHOD:K")
          .inFoundFiles();

  /** Makes the JVM initialise this class, which adds its options to the table. */
  static void load() {}
}
