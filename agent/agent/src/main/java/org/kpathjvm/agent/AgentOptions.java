package org.kpathjvm.agent;

import java.nio.file.Path;
import java.util.List;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.numbering.CutMode;
import org.kpathjvm.runtime.layout.Bounds;
import org.kpathjvm.runtime.layout.SegmentLayout;

/**
 * The agent's options: the one place that knows their names, their defaults and how they are
 * written: {@code key=value} separated by commas; lists are separated by colons; {@code % , = :}
 * inside a value are percent-encoded.
 */
final class AgentOptions {
  /** An option, with what it is for; {@code docs/options.md} has them beside the command line's. */
  enum Key {
    /** File of a segment that somebody else made; without it the agent makes one. */
    SEGMENT("segment"),

    /** File for the metadata; default methods.jsonl beside the segment. */
    METHODS("methods"),

    /** File for the agent's messages; default agent.log beside the segment. */
    LOG("log"),

    /** Directory for a recording of the agent's own; default kpath-PID.recording. */
    OUTPUT("output"),

    /** Bytes of a segment of the agent's own, K, M and G allowed; 256M. */
    SEGMENT_SIZE("segment-size"),

    /** Threads in a segment of the agent's own: merged or apart; merged. */
    THREADS("threads"),

    /** Who counts: stream, edge, blpp-hash, blpp-array or k-blpp; stream. */
    PROFILER("profiler"),

    /** Longest sequence of profiler=k-blpp, 2 to 64; 8. */
    K("k"),

    /** Whether profiler=k-blpp moves a child that it found to the front: yes or no; no. */
    MOVE_TO_FRONT("move-to-front"),

    /** Bytes of the program's heap that an inline profiler may take; half of the largest heap. */
    TABLE_MEMORY("table-memory"),

    /** Where paths are cut: back-edge or loop-header; back-edge. */
    CUT("cut"),

    /** Paths from any block of a method before it gets cuts; 4096. */
    MAX_PATHS("max-paths"),

    /** Bytes of code that a method may grow to that had no more without probes; 8000. */
    CODE_LIMIT("code-limit"),

    /** Class name patterns to profile; all but the JDK's. */
    INCLUDE("include"),

    /** Class name patterns to leave out; none. */
    EXCLUDE("exclude"),

    /** Whether classes that were loaded before the agent are transformed again: yes or no; yes. */
    RETRANSFORM("retransform");

    final String label;

    Key(String label) {
      this.label = label;
    }
  }

  static final int DEFAULT_MAX_PATHS = 4096;
  private static final int DEFAULT_K = 8;
  private static final List<Key> OF_SEGMENTS = List.of(Key.SEGMENT, Key.SEGMENT_SIZE, Key.THREADS);
  private static final List<Key> OF_TABLES = List.of(Key.TABLE_MEMORY);
  private static final int MAX_CODE_BYTES = 65_535;
  static final long DEFAULT_SEGMENT_BYTES = 256L << 20;

  private final OptionValues values = new OptionValues();

  /**
   * Parses the text after {@code -javaagent:kpath.jar=}.
   *
   * @throws IllegalArgumentException with one line: what, the value, the remedy
   */
  static AgentOptions parse(String text) {
    AgentOptions options = new AgentOptions();
    if (text != null && !text.isEmpty()) {
      for (String part : text.split(",", -1)) {
        int equals = part.indexOf('=');
        if (equals < 0) {
          throw new IllegalArgumentException(
              "agent option '" + part + "' has no value; write key=value," + known());
        }
        options.values.put(key(part.substring(0, equals)), part.substring(equals + 1));
      }
    }
    options.cut();
    options.maxPaths();
    options.codeLimit();
    options.segmentBytes();
    options.retransform();
    options.threadsApart();
    options.profiler();
    options.k();
    options.moveToFront();
    options.tableBytes(1);
    options.checkTogether();
    return options;
  }

  /** Options that say nothing to the chosen profiler are more likely meant for another. */
  private void checkTogether() {
    Profiler profiler = profiler();
    for (Key key : profiler.isInline() ? OF_SEGMENTS : OF_TABLES) {
      refuse(key, profiler);
    }
    if (profiler != Profiler.K_BLPP) {
      refuse(Key.K, profiler);
      refuse(Key.MOVE_TO_FRONT, profiler);
    }
  }

  private void refuse(Key key, Profiler profiler) {
    if (values.has(key)) {
      throw new IllegalArgumentException(
          "agent option "
              + key.label
              + "= says nothing to profiler="
              + profiler.label
              + "; leave it out");
    }
  }

  private static Key key(String label) {
    for (Key key : Key.values()) {
      if (key.label.equals(label)) {
        return key;
      }
    }
    throw new IllegalArgumentException("unknown agent option '" + label + "';" + known());
  }

  private static String known() {
    StringBuilder text = new StringBuilder(" known are");
    for (Key key : Key.values()) {
      text.append(' ').append(key.label);
    }
    return text.toString();
  }

  /** Null when the agent is to make a recording of its own. */
  Path segment() {
    return values.path(Key.SEGMENT);
  }

  Path output(long pid) {
    Path output = values.path(Key.OUTPUT);
    return output != null ? output : Path.of("kpath-" + pid + ".recording");
  }

  Path methods(Path directory) {
    Path methods = values.path(Key.METHODS);
    return methods != null ? methods : directory.resolve("methods.jsonl");
  }

  Path log(Path directory) {
    Path log = values.path(Key.LOG);
    return log != null ? log : directory.resolve("agent.log");
  }

  CutMode cut() {
    String value = values.get(Key.CUT);
    if (value == null) {
      return CutMode.BACK_EDGE;
    }
    for (CutMode mode : CutMode.values()) {
      if (mode.label().equals(value)) {
        return mode;
      }
    }
    throw new IllegalArgumentException(
        "agent option cut=" + value + " is unknown; write back-edge or loop-header");
  }

  int maxPaths() {
    return values.number(Key.MAX_PATHS, DEFAULT_MAX_PATHS, 1, 1 << 24);
  }

  int codeLimit() {
    return values.number(Key.CODE_LIMIT, InstrumentOptions.DEFAULT_CODE_LIMIT, 1, MAX_CODE_BYTES);
  }

  Profiler profiler() {
    String value = values.getOrDefault(Key.PROFILER, Profiler.STREAM.label);
    for (Profiler profiler : Profiler.values()) {
      if (profiler.label.equals(value)) {
        return profiler;
      }
    }
    throw new IllegalArgumentException(
        "agent option profiler=" + value + " is unknown; known are " + Profiler.labels());
  }

  int k() {
    return values.number(Key.K, DEFAULT_K, 2, Bounds.LARGEST_K);
  }

  boolean moveToFront() {
    return values.yes(Key.MOVE_TO_FRONT, "no");
  }

  /**
   * Bytes of heap that an inline profiler may take.
   *
   * @param heapBytes of the largest heap
   */
  long tableBytes(long heapBytes) {
    return values.size(Key.TABLE_MEMORY, heapBytes / 2, 1L << 20, Long.MAX_VALUE, "1M or more");
  }

  long segmentBytes() {
    return values.size(
        Key.SEGMENT_SIZE,
        DEFAULT_SEGMENT_BYTES,
        SegmentLayout.LEAST_SEGMENT_BYTES,
        SegmentLayout.MOST_SEGMENT_BYTES,
        "from 2M to 2047M");
  }

  boolean retransform() {
    return values.yes(Key.RETRANSFORM, "yes");
  }

  /** Whether each thread gets counters and a stream of its own, as far as there is room. */
  boolean threadsApart() {
    String value = values.getOrDefault(Key.THREADS, "merged");
    if (value.equals("apart") || value.equals("merged")) {
      return value.equals("apart");
    }
    throw new IllegalArgumentException(
        "agent option threads=" + value + " is unknown; write merged or apart");
  }

  List<String> include() {
    return values.list(Key.INCLUDE);
  }

  List<String> exclude() {
    return values.list(Key.EXCLUDE);
  }

  /** The options as {@link #parse} reads them. */
  @Override
  public String toString() {
    return values.toString();
  }

  /** Encodes one value or one element of a list. */
  static String encode(String value) {
    return OptionValues.encode(value);
  }
}
