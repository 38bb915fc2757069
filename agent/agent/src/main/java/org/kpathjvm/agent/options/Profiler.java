package org.kpathjvm.agent.options;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.kpathjvm.core.instrument.callers.CallerScheme;
import org.kpathjvm.core.instrument.edges.EdgeScheme;
import org.kpathjvm.core.instrument.iterations.IterationOptions;
import org.kpathjvm.core.instrument.iterations.IterationScheme;
import org.kpathjvm.core.instrument.overlaps.LoopDegrees;
import org.kpathjvm.core.instrument.overlaps.OverlapScheme;
import org.kpathjvm.core.instrument.paths.ChordPathScheme;
import org.kpathjvm.core.instrument.paths.PackedSequenceScheme;
import org.kpathjvm.core.instrument.paths.PathScheme;
import org.kpathjvm.core.instrument.paths.SequenceScheme;
import org.kpathjvm.core.instrument.paths.StreamScheme;
import org.kpathjvm.core.instrument.probes.Scheme;
import org.kpathjvm.core.instrument.windows.WindowCode;
import org.kpathjvm.core.instrument.windows.WindowScheme;
import org.kpathjvm.runtime.json.JsonWriter;

/**
 * The profilers. Paths are counted either by a consumer of the stream, outside of the program, or
 * by the probes themselves. Each profiler is described here, and nowhere else in the agent
 * (docs/adding-an-inline-profiler.md).
 */
public enum Profiler implements OptionType.Choice {
  /** The recorder: paths go to another process. */
  STREAM(options -> new StreamScheme(options.get(AgentOption.PACKING)), "Probes"),

  /**
   * How often each method is entered from each call. The launcher's `run --callers` asks for it; it
   * counts no paths, so no profile can be made of it alone.
   */
  CALLERS(
      options -> new CallerScheme(),
      "callers/CallerProbes",
      "callers/CallerTables",
      "callers.bin",
      List.of("KeyTable", "callers/CallerRows")),

  /** A counter for each edge out of a branch. */
  EDGE(options -> EdgeScheme.ofBranches(), "EdgeProbes"),

  /** Counters on the chords of a spanning tree of the frequent edges. */
  EDGE_CHORDS(options -> EdgeScheme.onChords(), "EdgeProbes"),

  /** Ball and Larus's profiler with a hash table, which is the baseline of the k-BLPP paper. */
  BLPP_HASH(options -> new PathScheme(), "HashProbes", "PathTable", "counts.bin", List.of()),

  /** Ball and Larus's profiler with arrays of counters. */
  BLPP_ARRAY(options -> new PathScheme(), "ArrayProbes", "CounterPages", "counts.bin", List.of()),

  /**
   * Ball and Larus's profiler as they built it: with event counting, and arrays for methods with
   * few paths.
   */
  BLPP(
      options -> new ChordPathScheme(options.get(ProfilerOption.ARRAY_PATHS)),
      "blpp/BlppProbes",
      "blpp/BlppTables",
      "counts.bin",
      List.of(),
      ProfilerOption.ARRAY_PATHS),

  /**
   * Roy and Srikant's k-iteration paths, in arrays, or in a hash table for methods with many paths.
   */
  KITER(
      Profiler::iterations,
      "iterations/IterationProbes",
      "blpp/BlppTables",
      "counts.bin",
      List.of("blpp/BlppProbes"),
      AgentOption.K,
      ProfilerOption.KITER_ARRAY,
      ProfilerOption.KITER_MOST,
      ProfilerOption.KITER_LOOPS),

  /** The k-slab forest of the k-BLPP paper, built at the probe. */
  K_BLPP(
      options -> new SequenceScheme(),
      "ForestProbes",
      "Forest",
      "forest.bin",
      List.of("Activation", "ForestRows"),
      AgentOption.K),

  /** Overlapping paths: paths that end at a back edge are extended into the next iteration. */
  OL(
      Profiler::overlaps,
      "overlapping/OverlapProbes",
      "overlapping/OverlapTables",
      "overlaps.bin",
      List.of(
          "overlapping/Extension",
          "KeyTable",
          "overlapping/PairTable",
          "overlapping/CallTables",
          "overlapping/CallRows",
          "overlapping/SeenClass",
          "overlapping/DeclaredMethods",
          "overlapping/Selection",
          "overlapping/SelectedMethod",
          "overlapping/SelectedMethods",
          "overlapping/OverlapRows"),
      ProfilerOption.DEGREE,
      ProfilerOption.LOOP_DEGREE,
      ProfilerOption.CALLS),

  /**
   * The sequences of k-BLPP, counted as words of packed paths: one table operation for several
   * paths.
   */
  K_BLPP_PACKED(
      options -> new PackedSequenceScheme(options.get(AgentOption.PACKING)),
      "WordProbes",
      "WordTable",
      "words.bin",
      List.of(
          "words/Tails",
          "words/Credits",
          "words/TailTable",
          "words/DenseTails",
          "words/WordBatch",
          "words/TailContexts",
          "WordTable$HeapTailTable",
          "LoneCounts",
          "Contexts",
          "WordRows"),
      AgentOption.K),

  /**
   * Structural path profiling: the paths of each loop's level are counted by themselves, in
   * windows.
   */
  SPP(
      options -> new WindowScheme(WindowCode.MOST_PATHS),
      "windows/WindowProbes",
      "windows/WindowTables",
      "windows.bin",
      List.of("windows/Window", "windows/WindowController", "windows/WindowRows"),
      ProfilerOption.THRESHOLD,
      ProfilerOption.WINDOW_TIMEOUT,
      ProfilerOption.REMOVE_PROBES),

  /**
   * The profiler that structural path profiling is compared with: Ball and Larus's paths, of which
   * the first ones of each method are counted.
   */
  BPP(
      options -> new PathScheme(WindowCode.MOST_PATHS),
      "windows/WindowProbes",
      "windows/WindowTables",
      "windows.bin",
      List.of("windows/Window", "windows/WindowController", "windows/WindowRows"),
      ProfilerOption.THRESHOLD,
      ProfilerOption.WINDOW_TIMEOUT,
      ProfilerOption.REMOVE_PROBES);

  private final Function<AgentOptions, Scheme> scheme;
  private final String probesClass;
  private final String tablesClass;
  private final String tablesFile;
  private final List<String> helpers;
  private final List<AgentOption<?>> ownOptions;

  /**
   * Describes a profiler that has only counters.
   *
   * @param probesClass the simple name of the class of probes, after its subpackage and a slash if
   *     that isn't {@code inline}
   */
  Profiler(Function<AgentOptions, Scheme> scheme, String probesClass) {
    this(scheme, probesClass, null, null, List.of());
  }

  /**
   * Describes a profiler.
   *
   * @param probesClass the simple name of the class of probes, after its subpackage and a slash if
   *     that isn't {@code inline}
   * @param tablesClass the simple name of the class of tables that it counts in, one of the
   *     runtime's Tables
   * @param tablesFile the file that its rows are written to
   * @param helpers simple names, likewise after subpackages, of classes that these two need and
   *     other profilers don't
   * @param ownOptions options that it takes besides those of all profilers that record in the same
   *     way
   */
  Profiler(
      Function<AgentOptions, Scheme> scheme,
      String probesClass,
      String tablesClass,
      String tablesFile,
      List<String> helpers,
      AgentOption<?>... ownOptions) {
    this.scheme = scheme;
    this.probesClass = probesClass;
    this.tablesClass = tablesClass;
    this.tablesFile = tablesFile;
    this.helpers = helpers;
    this.ownOptions = List.of(ownOptions);
  }

  /** Returns the name that options have for it. */
  public String label() {
    return OptionType.label(this);
  }

  /** Returns what it records of methods, and how, with those options. */
  public Scheme scheme(AgentOptions options) {
    return scheme.apply(options);
  }

  /**
   * Returns what it records with the options' defaults. This tells what the profiler can do at all.
   */
  public Scheme scheme() {
    return scheme(AgentOptions.parse(null));
  }

  private static Scheme iterations(AgentOptions options) {
    return new IterationScheme(
        new IterationOptions(
            options.get(AgentOption.K),
            options.get(ProfilerOption.KITER_ARRAY),
            options.get(ProfilerOption.KITER_MOST),
            options.get(ProfilerOption.KITER_LOOPS)));
  }

  private static Scheme overlaps(AgentOptions options) {
    LoopDegrees degrees =
        LoopDegrees.of(options.get(ProfilerOption.DEGREE), options.get(ProfilerOption.LOOP_DEGREE));
    return new OverlapScheme(degrees, options.get(ProfilerOption.CALLS));
  }

  /** Returns the simple name of the class of probes. */
  public String probesClass() {
    return simpleName(probesClass);
  }

  /** Returns the simple name of the class of its tables; null if it has only counters. */
  public String tablesClass() {
    return tablesClass == null ? null : simpleName(tablesClass);
  }

  /** Returns the name of the file of its tables; null if it has only counters. */
  public String tablesFile() {
    return tablesFile;
  }

  /**
   * Returns the classes of the runtime that it needs, by the names that its helpers have. Other
   * profilers may need some of them too.
   */
  public List<String> runtimeClasses() {
    List<String> classes = new ArrayList<>(helpers);
    if (tablesClass != null) {
      classes.add(tablesClass);
    }
    classes.add(probesClass);
    return classes;
  }

  /** Returns whether an earlier profile makes a difference to its probes. */
  boolean isGuided() {
    return scheme().takesGuide();
  }

  private static String simpleName(String behindSubpackage) {
    return behindSubpackage.substring(behindSubpackage.indexOf('/') + 1);
  }

  /** Returns whether users may choose it: then a profile can be made of what it counts. */
  @Override
  public boolean isOffered() {
    return this != CALLERS;
  }

  /** Returns whether what is counted stays in the program's heap until the program ends. */
  public boolean isInline() {
    return this != STREAM;
  }

  /** Returns whether it counts low ids in a flat table of each thread. */
  public boolean hasFlatTables() {
    return runtimeClasses().contains("LoneCounts");
  }

  /** Returns whether methods have windows, after whose end nothing more of them is counted. */
  public boolean hasWindows() {
    return hasOwn(ProfilerOption.THRESHOLD);
  }

  boolean hasOwn(AgentOption<?> option) {
    return ownOptions.contains(option);
  }

  /** Writes what other languages need to know about the profilers that are offered. */
  public static void describeAll(JsonWriter json) {
    json.beginArray();
    for (Profiler profiler : values()) {
      if (!profiler.isOffered()) {
        continue;
      }
      json.beginObject().put("name", profiler.label());
      json.put("inline", profiler.isInline()).put("paths", profiler.scheme().recordsPaths());
      json.name("options").beginArray();
      for (AgentOption<?> option : AgentOption.all()) {
        if (option.appliesTo(profiler)) {
          json.value(option.name());
        }
      }
      json.endArray().endObject();
    }
    json.endArray();
  }
}
