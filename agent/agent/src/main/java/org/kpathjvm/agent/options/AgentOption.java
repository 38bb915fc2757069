package org.kpathjvm.agent.options;

import static org.kpathjvm.agent.options.OptionType.choice;
import static org.kpathjvm.agent.options.OptionType.file;
import static org.kpathjvm.agent.options.OptionType.flag;
import static org.kpathjvm.agent.options.OptionType.number;
import static org.kpathjvm.agent.options.OptionType.patterns;
import static org.kpathjvm.agent.options.OptionType.size;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpathjvm.agent.process.OwnProcess;
import org.kpathjvm.core.instrument.options.InliningLimits;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.options.MethodScope;
import org.kpathjvm.core.numbering.CutMode;
import org.kpathjvm.runtime.json.JsonWriter;
import org.kpathjvm.runtime.layout.Bounds;
import org.kpathjvm.runtime.layout.SegmentLayout;

/**
 * An option of the agent. The class also has the table of all options, which the build exports.
 * Three things are made from the table: the command line's options for the agent, the checks of
 * their values, and their part of docs/reference/options.md (docs/adding-an-option.md).
 *
 * @param <T> the type of the option's values
 */
public final class AgentOption<T> {
  /** Whether a segment has separate counts for each thread. */
  public enum Threads {
    MERGED,
    APART
  }

  /** Which profilers take an option. */
  enum Scope {
    ALL,
    STREAM,
    INLINE,
    /** The profilers that record paths. */
    PATHS,
    /** The profilers that use an earlier profile to number paths or to place probes. */
    GUIDED,
    /** The profilers whose paths may also end where a loop is entered. */
    CUT_PATHS,
    /** The profilers that name the option in their row of {@link Profiler}. */
    NAMED
  }

  private static final List<AgentOption<?>> TABLE = new ArrayList<>();

  public static final AgentOption<Path> SEGMENT =
      option(
              "segment",
              file(),
              "File of the segment that was made for this JVM, or of a template. From a template,"
                  + " the JVM makes its own segment, in a directory beside the template.")
          .byDefault("a segment of its own", null)
          .of(Scope.STREAM)
          .setBy("--segment-dir DIR");

  public static final AgentOption<Path> METHODS =
      option("methods", file(), "File for the metadata.")
          .byDefault("methods.jsonl beside the segment", Path.of("methods.jsonl"))
          .setBy("(the command)");

  public static final AgentOption<Path> LOG =
      option("log", file(), "File for the agent's messages.")
          .byDefault("agent.log beside the segment", Path.of("agent.log"))
          .setBy("(the command)");

  public static final AgentOption<Path> OUTPUT =
      option(
              "output",
              file(),
              "Directory for the recording if the agent runs without the launcher; %p stands for the"
                  + " process id.")
          .byDefault("kpath-PID.recording", Path.of("kpath-" + OwnProcess.pid() + ".recording"))
          .setBy("");

  public static final AgentOption<Long> SEGMENT_SIZE =
      option(
              "segment-size",
              size(SegmentLayout.LEAST_SEGMENT_BYTES, SegmentLayout.MOST_SEGMENT_BYTES),
              "The size in bytes of the segment that the agent makes itself.")
          .byDefault("256M")
          .of(Scope.STREAM)
          .setBy("--segment-size SIZE");

  public static final AgentOption<Threads> THREADS =
      option(
              "threads",
              choice(Threads.class),
              "Whether each thread gets counters and a stream of its own, as far as there is room.")
          .byDefault("merged")
          .of(Scope.STREAM)
          .setBy("--per-thread");

  public static final AgentOption<Profiler> PROFILER =
      option(
              "profiler",
              choice(Profiler.class),
              "Who counts: a process beside the program (stream), or a profiler inside the program"
                  + " (all others). The tables of a profiler inside the program are lost if the"
                  + " program is killed or halted.")
          .byDefault("stream")
          .offered("--profiler", null)
          .inFoundFiles();

  public static final AgentOption<Integer> K =
      option("k", number(2, Bounds.LARGEST_K), "Longest sequence that is counted, in paths.")
          .byDefault("8")
          .of(Scope.NAMED)
          .shared("-k", "K");

  public static final AgentOption<Long> TABLE_MEMORY =
      option(
              "table-memory",
              size(1L << 20, Long.MAX_VALUE),
              "How much of the program's heap an inline profiler may take, such as 512M or 2G.")
          .byDefault("half of its largest heap", Runtime.getRuntime().maxMemory() / 2)
          .of(Scope.INLINE)
          .offered("--table-memory", "SIZE")
          .inFoundFiles();

  public static final AgentOption<CutMode> CUT =
      option(
              "cut",
              choice(CutMode.class),
              "Where paths are cut: at back edges, or at every ordinary edge to a loop header.")
          .byDefault("back-edge")
          .of(Scope.CUT_PATHS)
          .offered("--cut", null)
          .inFoundFiles();

  public static final AgentOption<Integer> MAX_PATHS =
      option(
              "max-paths",
              number(1, 1 << 24),
              "If more paths than this start at any block of a method, the method gets cut edges,"
                  + " at which paths end.")
          .byDefault(Integer.toString(InstrumentOptions.DEFAULT_MAX_PATHS))
          .of(Scope.PATHS)
          .offered("--max-paths", "N")
          .inFoundFiles();

  public static final AgentOption<Boolean> PACKING =
      option(
              "packing",
              flag(),
              "Whether activations hold back as many of their latest paths as fit into 64 bits."
                  + " This is faster, but the paths that activations hold back when the JVM ends"
                  + " may be missing.")
          .byDefault("yes")
          .of(Scope.STREAM)
          .offered("--packing", null)
          .inFoundFiles();

  public static final AgentOption<Integer> LONGEST =
      option(
              "longest",
              number(0, Bounds.LARGEST_K),
              "Longest sequence that the profile will have. Loop trips that add nothing new to"
                  + " sequences of up to this length are counted, not written; 0: sequences may"
                  + " have any length, so all loop trips are written.")
          .byDefault("0")
          .of(Scope.STREAM)
          .setBy("(the command)");

  public static final AgentOption<Integer> WHOLES =
      option(
              "wholes",
              number(0, 4096),
              "About one in this many of the activations whose paths fit into 64 bits is"
                  + " examined. If two examined activations in a row have the same paths, later"
                  + " activations with these paths are counted, and not written. The"
                  + " number is rounded down to a power of two; 0: all activations are written.")
          .byDefault("0")
          .of(Scope.STREAM)
          .setBy("(the command)");

  public static final AgentOption<Path> GUIDE =
      option(
              "guide",
              file(),
              "File made from an earlier profile. Paths that were hot in that profile cost less.")
          .byDefault("none", null)
          .of(Scope.GUIDED)
          .setBy("--guide PROFILE");

  public static final AgentOption<Integer> CODE_LIMIT =
      option(
              "code-limit",
              number(1, 65_535),
              "The size in bytes that a method's code may have with probes. Less is recorded about"
                  + " a method that would be larger. HotSpot compiles no methods above the default.")
          .byDefault(Integer.toString(InstrumentOptions.DEFAULT_CODE_LIMIT))
          .offered("--code-limit", "BYTES")
          .inFoundFiles();

  public static final AgentOption<Integer> MAX_INLINE_SIZE =
      option(
              "max-inline-size",
              number(0, 65_535),
              "The size in bytes of code up to which the JVM inlines a call that isn't hot. If"
                  + " the probes would push a method over this size, the method gets smaller probes"
                  + " where possible.")
          .byDefault("the JVM's MaxInlineSize", InliningLimits.MAX_INLINE_SIZE)
          .of(Scope.PATHS)
          .offered("--max-inline-size", "BYTES")
          .inFoundFiles();

  public static final AgentOption<Integer> FREQ_INLINE_SIZE =
      option(
              "freq-inline-size",
              number(0, 65_535),
              "The size in bytes of code up to which the JVM inlines a hot call. This size affects"
                  + " probes in the same way as the size for calls that aren't hot. If both sizes"
                  + " are 0, probes depend on neither.")
          .byDefault("the JVM's FreqInlineSize", InliningLimits.FREQ_INLINE_SIZE)
          .of(Scope.PATHS)
          .offered("--freq-inline-size", "BYTES")
          .inFoundFiles();

  public static final AgentOption<MethodScope> SCOPE =
      option(
              "scope",
              choice(MethodScope.class),
              "Which methods are profiled: all, those with loops, or hot ones. A hot method is"
                  + " profiled once it has been found to be hot. Other methods stay as they are.")
          .byDefault("all")
          .offered("--scope", null)
          .inFoundFiles();

  public static final AgentOption<List<String>> INCLUDE =
      option("include", patterns(), "Classes to profile, such as org.foo.*.")
          .byDefault("all but the JDK's", List.of())
          .offered("--include", "PATTERN")
          .inFoundFiles();

  public static final AgentOption<List<String>> EXCLUDE =
      option("exclude", patterns(), "Classes to leave out.")
          .byDefault("none", List.of())
          .offered("--exclude", "PATTERN")
          .inFoundFiles();

  public static final AgentOption<Boolean> RETRANSFORM =
      option(
              "retransform",
              flag(),
              "Whether classes that were loaded before the agent are transformed again; if not,"
                  + " they are left as they are, and listed.")
          .byDefault("yes")
          .offered("--retransform", null)
          .inFoundFiles();

  public static final AgentOption<Long> CLASS_CACHE =
      option(
              "class-cache",
              size(0, Long.MAX_VALUE),
              "The bytes that instrumented classes may take up in the user's cache directory, where"
                  + " the next run finds them; 0: none are kept or looked for.")
          .byDefault("512M")
          .offered("--class-cache", "SIZE")
          .inFoundFiles();

  static {
    ProfilerOption.load();
  }

  private final String name;
  private final OptionType<T> type;
  private final String help;
  private String defaultText;
  private T defaultValue;

  /** Whether the default is given in words, which can't be parsed. */
  private boolean defaultInWords;

  private Scope scope = Scope.ALL;

  /**
   * How the command line treats the option: "offered", "shared" or "set". The methods {@link
   * #offered}, {@link #shared} and {@link #setBy} explain these words.
   */
  private String placement;

  private String spelling;
  private String metavar;
  private boolean inFoundFiles;

  private AgentOption(String name, OptionType<T> type, String help) {
    this.name = name;
    this.type = type;
    this.help = help;
  }

  // ---- the methods by which the table above is written ----

  static <T> AgentOption<T> option(String name, OptionType<T> type, String help) {
    AgentOption<T> option = new AgentOption<>(name, type, help);
    TABLE.add(option);
    return option;
  }

  /** Sets the default to a value, which is given as a user would write it. */
  AgentOption<T> byDefault(String text) {
    defaultText = text;
    return this;
  }

  /**
   * Sets a default that is described in words.
   *
   * @param value the default in this JVM; null if there is none
   */
  AgentOption<T> byDefault(String words, T value) {
    defaultInWords = true;
    defaultValue = value;
    return byDefault(words);
  }

  AgentOption<T> of(Scope profilers) {
    scope = profilers;
    return this;
  }

  /**
   * States that the command line has an option of the given name, and that the launcher passes it
   * on to the agent.
   */
  AgentOption<T> offered(String option, String variable) {
    placement = "offered";
    spelling = option;
    metavar = variable;
    return this;
  }

  /**
   * States that the launcher itself uses an option of the given name, and also passes it on to the
   * agent if the profiler takes it.
   */
  AgentOption<T> shared(String option, String variable) {
    offered(option, variable).placement = "shared";
    return this;
  }

  /**
   * States that the launcher sets the option.
   *
   * @param what how the launcher sets it, for example by an option of its own
   */
  private AgentOption<T> setBy(String what) {
    offered(what, null).placement = "set";
    return this;
  }

  /**
   * Lets a project's file of defaults set the option even if the command line doesn't name the
   * file. The option must decide only what is recorded or what recording may cost, and must name
   * nothing that is run, loaded or written.
   */
  AgentOption<T> inFoundFiles() {
    inFoundFiles = true;
    return this;
  }

  static List<AgentOption<?>> all() {
    return TABLE;
  }

  /** Returns the option's name in the text that the agent is given. */
  public String name() {
    return name;
  }

  boolean appliesTo(Profiler profiler) {
    switch (scope) {
      case STREAM:
        return !profiler.isInline();
      case INLINE:
        return profiler.isInline();
      case PATHS:
        return profiler.scheme().recordsPaths();
      case GUIDED:
        return profiler.isGuided();
      case CUT_PATHS:
        return profiler.scheme().mayCutAtHeaders();
      case NAMED:
        return profiler.hasOwn(this);
      default:
        return true;
    }
  }

  /** Returns whether the option is a setting, and not the name of a file or directory. */
  boolean isSetting() {
    return !type.name.equals("file");
  }

  T defaultValue() {
    return defaultInWords ? defaultValue : type.parse(defaultText);
  }

  /**
   * Parses a value.
   *
   * @throws IllegalArgumentException with a message of one line: what is wrong, and the values that
   *     are allowed
   */
  T parse(String text) {
    T value;
    try {
      value = type.parse(text);
    } catch (IllegalArgumentException noPath) {
      String why = noPath.getMessage();
      throw new IllegalArgumentException(
          given(text) + " can't be a file's path: " + why + "; give another path", noPath);
    }
    if (value == null) {
      throw new IllegalArgumentException(given(text) + " is not " + type.allowed());
    }
    return value;
  }

  private String given(String text) {
    return "agent option " + name + "=" + text;
  }

  void write(Object value, JsonWriter json) {
    type.write(value, json.name(name));
  }

  /** Writes the descriptions of all options for the Python code. */
  public static void describeAll(JsonWriter json) {
    json.beginArray();
    for (AgentOption<?> option : TABLE) {
      json.beginObject().put("name", option.name);
      option.type.describe(json);
      json.put("default", option.defaultText).put("help", option.help);
      json.put("placement", option.placement).put("spelling", option.spelling);
      json.put("metavar", option.metavar).put("in_found_files", option.inFoundFiles).endObject();
    }
    json.endArray();
  }
}
