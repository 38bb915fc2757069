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

/** Describes the profilers to the rest of the agent (docs/adding-an-inline-profiler.md). */
public enum Profiler implements OptionType.Choice {
  /** The recorder, which writes paths to a segment. Another process counts them. */
  STREAM(options -> new StreamScheme(options.get(AgentOption.PACKING)), "Probes"),

  /**
   * Counts how often each method is entered from each call. The launcher uses this profiler for
   * {@code run --callers}. It counts no paths, so no profile can be made from its counts alone.
   */
  CALLERS(
      options -> CallerScheme.of(options.get(AgentOption.INCLUDE)),
      "callers/CallerProbes",
      "callers/CallerTables",
      "callers.bin",
      List.of("KeyTable", "callers/CallerRows")),

  /**
   * Counts the edges out of branches, and the few other edges whose counts can't be derived from
   * the branches' counts.
   */
  EDGE(options -> EdgeScheme.ofBranches(), "EdgeProbes"),

  /**
   * Counts the chords of a spanning tree. The tree is made of the edges that are likely to be
   * executed most often.
   */
  EDGE_CHORDS(options -> EdgeScheme.onChords(), "EdgeProbes"),

  /**
   * Ball and Larus's profiler with a hash table. The paper on k-BLPP (D'Elia, Demetrescu and
   * Finocchi, 2013) uses this profiler as its baseline.
   */
  BLPP_HASH(options -> new PathScheme(), "HashProbes", "PathTable", "counts.bin", List.of()),

  /** Ball and Larus's profiler with arrays of counters. */
  BLPP_ARRAY(options -> new PathScheme(), "ArrayProbes", "CounterPages", "counts.bin", List.of()),

  /**
   * Ball and Larus's profiler as they built it, with event counting. The paths of a method with few
   * paths are counted in an array, those of other methods in a hash table.
   */
  BLPP(
      options -> new ChordPathScheme(options.get(ProfilerOption.ARRAY_PATHS)),
      "blpp/BlppProbes",
      "blpp/BlppTables",
      "counts.bin",
      List.of(),
      ProfilerOption.ARRAY_PATHS),

  /**
   * Counts Roy and Srikant's k-iteration paths in arrays, or in a hash table if a method has many
   * paths.
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

  /** The probes build the k-slab forest of the k-BLPP paper. */
  K_BLPP(
      options -> new SequenceScheme(),
      "ForestProbes",
      "Forest",
      "forest.bin",
      List.of("Activation", "ForestRows"),
      AgentOption.K),

  /**
   * Counts overlapping paths: a path that ends at a back edge is extended into the next iteration.
   */
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
   * Counts the sequences of k-BLPP as words of packed paths, so that one table operation counts
   * several paths.
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
   * Structural path profiling: the paths of each level of a method's loops are counted separately,
   * in path windows.
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
   * Counts the first Ball-Larus paths of each method. The paper about structural path profiling
   * uses this profiler for comparison. A method has a single path window, so there is no time-out
   * that would let further windows open.
   */
  BPP(
      options -> new PathScheme(WindowCode.MOST_PATHS),
      "windows/WindowProbes",
      "windows/WindowTables",
      "windows.bin",
      List.of("windows/Window", "windows/WindowController", "windows/WindowRows"),
      ProfilerOption.THRESHOLD,
      ProfilerOption.REMOVE_PROBES);

  private final Function<AgentOptions, Scheme> scheme;
  private final String probesClass;
  private final String tablesClass;
  private final String tablesFile;
  private final List<String> helpers;
  private final List<AgentOption<?>> ownOptions;

  /** Defines a profiler without tables of its own. */
  Profiler(Function<AgentOptions, Scheme> scheme, String probesClass) {
    this(scheme, probesClass, null, null, List.of());
  }

  /**
   * Defines a profiler.
   *
   * @param probesClass the simple name of the class of probes. If the class is in a subpackage
   *     other than {@code inline}, that subpackage's name and a slash come first
   * @param tablesClass the class of the profiler's tables, named in the same way. It implements the
   *     runtime's interface Tables
   * @param tablesFile the name of the file to which the tables' rows are written
   * @param helpers the further classes that the probes and the tables need, named in the same way.
   *     They are added to the classes that all inline profilers need
   * @param ownOptions the options that only this profiler takes, or this profiler and a few others
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

  /** Returns the profiler's name in options. */
  public String label() {
    return OptionType.label(this);
  }

  /** Returns the profiler's scheme with the given options. */
  public Scheme scheme(AgentOptions options) {
    return scheme.apply(options);
  }

  /**
   * Returns the profiler's scheme with default options. This scheme is enough to find out what the
   * profiler can do.
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

  /**
   * Returns the simple name of the class of the profiler's tables; null if the profiler has no
   * tables of its own.
   */
  public String tablesClass() {
    return tablesClass == null ? null : simpleName(tablesClass);
  }

  /**
   * Returns the name of the file of the profiler's tables; null if the profiler has no tables of
   * its own.
   */
  public String tablesFile() {
    return tablesFile;
  }

  /**
   * Returns the runtime's classes that the profiler needs. They are named like the {@code helpers}
   * that the constructor takes.
   */
  public List<String> runtimeClasses() {
    List<String> classes = new ArrayList<>(helpers);
    if (tablesClass != null) {
      classes.add(tablesClass);
    }
    classes.add(probesClass);
    return classes;
  }

  /** Returns whether the profiler's probes depend on an earlier profile, if there is one. */
  boolean isGuided() {
    return scheme().takesGuide();
  }

  private static String simpleName(String behindSubpackage) {
    return behindSubpackage.substring(behindSubpackage.indexOf('/') + 1);
  }

  /**
   * Returns whether users may choose the profiler. A profile can be made from the counts of every
   * profiler that users may choose.
   */
  @Override
  public boolean isOffered() {
    return this != CALLERS;
  }

  /** Returns whether the profiler counts inside the program, in tables in the program's heap. */
  public boolean isInline() {
    return this != STREAM;
  }

  /**
   * Returns whether threads have flat tables (the runtime's class {@code LoneCounts}), in which the
   * profiler counts low ids.
   */
  public boolean hasFlatTables() {
    return runtimeClasses().contains("LoneCounts");
  }

  /**
   * Returns whether the profiler counts a method's paths only in path windows. After a method's
   * last window, such a profiler counts nothing more of the method.
   */
  public boolean hasWindows() {
    return hasOwn(ProfilerOption.THRESHOLD);
  }

  /** Returns whether path windows also close when their time is up. */
  public boolean hasTimeOut() {
    return hasOwn(ProfilerOption.WINDOW_TIMEOUT);
  }

  boolean hasOwn(AgentOption<?> option) {
    return ownOptions.contains(option);
  }

  /** Writes the descriptions of the offered profilers for the Python code. */
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
