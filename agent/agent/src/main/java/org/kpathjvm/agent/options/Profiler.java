package org.kpathjvm.agent.options;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
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
 * Who counts: a consumer of the stream outside of the program, or the probes themselves. Each is
 * described here, and nowhere else in the agent (docs/adding-an-inline-profiler.md).
 */
public enum Profiler {
  /** The recorder: paths go to another process. */
  STREAM(options -> new StreamScheme(options.get(AgentOption.PACKING)), "Probes"),

  /** A counter for each edge out of a branch. */
  EDGE(options -> EdgeScheme.ofBranches(), "EdgeProbes"),

  /** Counters on the chords of a spanning tree of the frequent edges. */
  EDGE_CHORDS(options -> EdgeScheme.onChords(), "EdgeProbes"),

  /** Ball and Larus with a hash table, as the k-BLPP paper's baseline has it. */
  BLPP_HASH(options -> new PathScheme(), "HashProbes", "PathTable", "counts.bin", List.of()),

  /** Ball and Larus with arrays of counters. */
  BLPP_ARRAY(options -> new PathScheme(), "ArrayProbes", "CounterPages", "counts.bin", List.of()),

  /** Ball and Larus as they built it: event counting, arrays for methods of few paths. */
  BLPP(
      options -> new ChordPathScheme(options.get(ProfilerOption.ARRAY_PATHS)),
      "blpp/BlppProbes",
      "blpp/BlppTables",
      "counts.bin",
      List.of(),
      ProfilerOption.ARRAY_PATHS),

  /** Roy and Srikant's k-iteration paths, by arrays, or by hash of methods with many. */
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

  /** Overlapping paths: those that end at a back edge, extended into the next iteration. */
  OL(
      Profiler::overlaps,
      "overlapping/OverlapProbes",
      "overlapping/OverlapTables",
      "overlaps.bin",
      List.of(
          "overlapping/Extension",
          "overlapping/KeyTable",
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

  /** The same sequences from words of packed paths: a table's operation for several paths. */
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

  /** Structural path profiling: paths of each loop's level by itself, in windows. */
  SPP(
      options -> new WindowScheme(WindowCode.MOST_PATHS),
      "windows/WindowProbes",
      "windows/WindowTables",
      "windows.bin",
      List.of("windows/Window", "windows/WindowController", "windows/WindowRows"),
      ProfilerOption.THRESHOLD,
      ProfilerOption.WINDOW_TIMEOUT,
      ProfilerOption.REMOVE_PROBES),

  /** What that is compared with: Ball and Larus's paths, each method's first ones. */
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
   * @param probesClass simple name of the class of probes, behind the subpackage if it isn't the
   *     inline profilers' own
   */
  Profiler(Function<AgentOptions, Scheme> scheme, String probesClass) {
    this(scheme, probesClass, null, null, List.of());
  }

  /**
   * @param probesClass simple name of the class of probes, behind the subpackage as for helpers
   * @param tablesClass of what it counts in, a kind of the runtime's Tables
   * @param tablesFile what its rows are written to
   * @param helpers simple names, behind subpackages likewise, of classes that these two need and
   *     others don't
   * @param ownOptions that it takes beside those of all that record alike
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

  /** As options spell it. */
  public String label() {
    return OptionType.label(this);
  }

  /** Returns what it records of methods, and how, with those options. */
  public Scheme scheme(AgentOptions options) {
    return scheme.apply(options);
  }

  /** Returns what it records with the options' defaults, which tells what it can do at all. */
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

  /** The class of probes, by its simple name. */
  public String probesClass() {
    return simpleName(probesClass);
  }

  /** Null: it has nothing but counters. */
  public String tablesClass() {
    return tablesClass == null ? null : simpleName(tablesClass);
  }

  /** Null: it has nothing but counters. */
  public String tablesFile() {
    return tablesFile;
  }

  /** Classes of the runtime that it needs, as its helpers; some of them others need, too. */
  public List<String> runtimeClasses() {
    List<String> classes = new ArrayList<>(helpers);
    if (tablesClass != null) {
      classes.add(tablesClass);
    }
    classes.add(probesClass);
    return classes;
  }

  /** Whether an earlier profile makes a difference to its probes. */
  boolean isGuided() {
    return scheme().takesGuide();
  }

  private static String simpleName(String behindSubpackage) {
    return behindSubpackage.substring(behindSubpackage.indexOf('/') + 1);
  }

  /** Whether what is counted stays in the program's heap until it ends. */
  public boolean isInline() {
    return this != STREAM;
  }

  /** Whether it counts low ids in a flat table of each thread. */
  public boolean hasFlatTables() {
    return runtimeClasses().contains("LoneCounts");
  }

  /** Whether methods have windows, after which nothing of them is counted. */
  public boolean hasWindows() {
    return hasOwn(ProfilerOption.THRESHOLD);
  }

  boolean hasOwn(AgentOption<?> option) {
    return ownOptions.contains(option);
  }

  /** Writes what other languages need to know of all of them. */
  public static void describeAll(JsonWriter json) {
    json.beginArray();
    for (Profiler profiler : values()) {
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
