package org.kpathjvm.agent;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.kpathjvm.core.instrument.InstrumentOptions;
import org.kpathjvm.core.numbering.CutMode;

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
  private static final int MAX_CODE_BYTES = 65_535;
  static final long DEFAULT_SEGMENT_BYTES = 256L << 20;
  private static final long MAX_SEGMENT_BYTES = Integer.MAX_VALUE - 65536L;

  private final Map<Key, String> values = new EnumMap<>(Key.class);

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
    return options;
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

  private Path path(Key key) {
    String value = values.get(key);
    return value == null ? null : Path.of(decode(value));
  }

  /** Null when the agent is to make a recording of its own. */
  Path segment() {
    return path(Key.SEGMENT);
  }

  Path output(long pid) {
    Path output = path(Key.OUTPUT);
    return output != null ? output : Path.of("kpath-" + pid + ".recording");
  }

  Path methods(Path directory) {
    Path methods = path(Key.METHODS);
    return methods != null ? methods : directory.resolve("methods.jsonl");
  }

  Path log(Path directory) {
    Path log = path(Key.LOG);
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
    return number(Key.MAX_PATHS, DEFAULT_MAX_PATHS, 1 << 24);
  }

  int codeLimit() {
    return number(Key.CODE_LIMIT, InstrumentOptions.DEFAULT_CODE_LIMIT, MAX_CODE_BYTES);
  }

  private int number(Key key, int byDefault, int largest) {
    String value = values.get(key);
    if (value == null) {
      return byDefault;
    }
    try {
      int number = Integer.parseInt(value);
      if (number >= 1 && number <= largest) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      // Falls through to the message below.
    }
    throw new IllegalArgumentException(
        "agent option " + key.label + "=" + value + " is no number from 1 to " + largest);
  }

  long segmentBytes() {
    String value = values.get(Key.SEGMENT_SIZE);
    if (value == null) {
      return DEFAULT_SEGMENT_BYTES;
    }
    if (value.isEmpty()) {
      throw new IllegalArgumentException("agent option segment-size= is empty; write 64M or 1G");
    }
    int unit = "KMG".indexOf(Character.toUpperCase(value.charAt(value.length() - 1)));
    String digits = unit < 0 ? value : value.substring(0, value.length() - 1);
    try {
      long bytes =
          Math.multiplyExact(Long.parseLong(digits), unit < 0 ? 1L : 1L << 10 * (unit + 1));
      if (bytes >= 4L << 20 && bytes <= MAX_SEGMENT_BYTES) {
        return bytes;
      }
    } catch (ArithmeticException | NumberFormatException notASize) {
      // Falls through to the message below.
    }
    throw new IllegalArgumentException(
        "agent option segment-size=" + value + " is no size from 4M to 2047M");
  }

  boolean retransform() {
    String value = values.getOrDefault(Key.RETRANSFORM, "yes");
    if (!value.equals("yes") && !value.equals("no")) {
      throw new IllegalArgumentException(
          "agent option retransform=" + value + " is unknown; write yes or no");
    }
    return value.equals("yes");
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
    return list(Key.INCLUDE);
  }

  List<String> exclude() {
    return list(Key.EXCLUDE);
  }

  private List<String> list(Key key) {
    List<String> patterns = new ArrayList<>();
    String value = values.get(key);
    if (value != null) {
      for (String part : value.split(":")) {
        if (!part.isEmpty()) {
          patterns.add(decode(part));
        }
      }
    }
    return patterns;
  }

  private static String decode(String value) {
    // A plus is a plus: only percent-encoding is ours.
    return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** The options as {@link #parse} reads them. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    values.forEach(
        (key, value) -> {
          if (text.length() > 0) {
            text.append(',');
          }
          text.append(key.label).append('=').append(value);
        });
    return text.toString();
  }

  /** Encodes one value or one element of a list. */
  static String encode(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
