package org.kpathjvm.agent.options;

import java.util.ArrayList;
import java.util.List;
import org.kpathjvm.core.instrument.options.ProbeSet;
import org.kpathjvm.runtime.json.JsonWriter;

/**
 * Who counts: a consumer of the stream outside of the program, or the probes themselves. Each is
 * described here, and nowhere else in the agent (docs/adding-an-inline-profiler.md).
 */
public enum Profiler {
  /** The recorder: paths go to another process. */
  STREAM(ProbeSet.STREAM, "Probes"),

  /** A counter for each edge out of a branch. */
  EDGE(ProbeSet.EDGES, "EdgeProbes"),

  /** Counters on the chords of a spanning tree of the frequent edges. */
  EDGE_CHORDS(ProbeSet.CHORD_EDGES, "EdgeProbes"),

  /** Ball and Larus with a hash table, as the k-BLPP paper's baseline has it. */
  BLPP_HASH(
      ProbeSet.PATHS,
      "HashProbes",
      "PathTable",
      "counts.bin",
      List.of(),
      ProfilerOption.SELF_LOOPS),

  /** Ball and Larus with arrays of counters. */
  BLPP_ARRAY(
      ProbeSet.PATHS,
      "ArrayProbes",
      "CounterPages",
      "counts.bin",
      List.of(),
      ProfilerOption.SELF_LOOPS),

  /** Ball and Larus as they built it: event counting, arrays for methods of few paths. */
  BLPP(
      ProbeSet.CHORD_PATHS,
      "blpp/BlppProbes",
      "blpp/BlppTables",
      "counts.bin",
      List.of(),
      ProfilerOption.ARRAY_PATHS,
      ProfilerOption.SELF_LOOPS),

  /** Roy and Srikant's k-iteration paths, by arrays, or by hash of methods with many. */
  KITER(
      ProbeSet.ITERATIONS,
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
      ProbeSet.SEQUENCES,
      "ForestProbes",
      "Forest",
      "forest.bin",
      List.of("Activation", "ForestRows"),
      AgentOption.K,
      ProfilerOption.MOVE_TO_FRONT),

  /** Overlapping paths: those that end at a back edge, extended into the next iteration. */
  OL(
      ProbeSet.OVERLAPS,
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
      ProbeSet.PACKED_SEQUENCES,
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
      ProbeSet.WINDOWS,
      "windows/WindowProbes",
      "windows/WindowTables",
      "windows.bin",
      List.of("windows/Window", "windows/WindowController", "windows/WindowRows"),
      ProfilerOption.THRESHOLD,
      ProfilerOption.WINDOW_TIMEOUT,
      ProfilerOption.REMOVE_PROBES),

  /** What that is compared with: Ball and Larus's paths, each method's first ones. */
  BPP(
      ProbeSet.PATHS,
      "windows/WindowProbes",
      "windows/WindowTables",
      "windows.bin",
      List.of("windows/Window", "windows/WindowController", "windows/WindowRows"),
      ProfilerOption.THRESHOLD,
      ProfilerOption.WINDOW_TIMEOUT,
      ProfilerOption.REMOVE_PROBES);

  private final ProbeSet probes;
  private final String probesClass;
  private final String tablesClass;
  private final String tablesFile;
  private final List<String> helpers;
  private final List<AgentOption<?>> ownOptions;

  /**
   * @param probesClass simple name of the class of probes, behind the subpackage if it isn't the
   *     inline profilers' own
   */
  Profiler(ProbeSet probes, String probesClass) {
    this(probes, probesClass, null, null, List.of());
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
      ProbeSet probes,
      String probesClass,
      String tablesClass,
      String tablesFile,
      List<String> helpers,
      AgentOption<?>... ownOptions) {
    this.probes = probes;
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

  public ProbeSet probes() {
    return probes;
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
    return this == STREAM || probes.takesFrequencies();
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
      json.put("inline", profiler.isInline()).put("paths", profiler.probes.recordsPaths());
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
