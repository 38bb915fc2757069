package org.kpathjvm.agent.options;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.kpathjvm.agent.process.OwnProcess;
import org.kpathjvm.runtime.json.JsonWriter;

/**
 * A type of option values. It parses values in the text that the agent is given, and writes values
 * as JSON. All types are one class without lambdas, because further classes and lambdas would delay
 * the agent's start.
 */
final class OptionType<T> {
  /** A constant of an enum from which users may choose only some constants. */
  interface Choice {
    /** Returns whether users may choose this constant. */
    boolean isOffered();
  }

  private static final String CHOICE = "choice";
  private static final String FLAG = "flag";
  private static final String NUMBER = "number";
  private static final String SIZE = "size";
  private static final String PATTERNS = "patterns";
  private static final String FILE = "file";

  /** Stands for the process id in the names of files. */
  static final String PROCESS_ID = "%p";

  /** The name of the type in the table of options that is exported for the Python code. */
  final String name;

  private final Class<? extends Enum<?>> choices;
  private final long least;
  private final long most;

  private OptionType(String name, Class<? extends Enum<?>> choices, long least, long most) {
    this.name = name;
    this.choices = choices;
    this.least = least;
    this.most = most;
  }

  /**
   * Returns a type whose values are an enum's constants. The enum is initialised only when its
   * constants are asked for.
   */
  static <T extends Enum<T>> OptionType<T> choice(Class<T> choices) {
    return new OptionType<>(CHOICE, choices, 0, 0);
  }

  static OptionType<Boolean> flag() {
    return new OptionType<>(FLAG, null, 0, 0);
  }

  static OptionType<Integer> number(int least, int most) {
    return new OptionType<>(NUMBER, null, least, most);
  }

  /**
   * Returns the type of numbers of bytes from {@code least} to {@code most}. A number may end with
   * K, M or G.
   */
  static OptionType<Long> size(long least, long most) {
    return new OptionType<>(SIZE, null, least, most);
  }

  /** Returns the type of class name patterns, separated by colons. */
  static OptionType<List<String>> patterns() {
    return new OptionType<>(PATTERNS, null, 0, 0);
  }

  /** Returns the type of a file or a directory. */
  static OptionType<Path> file() {
    return new OptionType<>(FILE, null, 0, 0);
  }

  /** Returns how a choice is spelled in options: BACK_EDGE is spelled back-edge. */
  static String label(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Returns the value, or null if the text isn't a value of the type.
   *
   * @throws IllegalArgumentException if the type is that of {@link #file} and the system can't have
   *     a file of that name
   */
  @SuppressWarnings("unchecked") // The methods above pair each name with the right T.
  T parse(String text) {
    return (T) parsed(text);
  }

  private Object parsed(String text) {
    switch (name) {
      case CHOICE:
        for (Enum<?> choice : choices.getEnumConstants()) {
          if (label(choice).equals(text)) {
            return choice;
          }
        }
        return null;
      case FLAG:
        return text.equals("yes") || text.equals("no") ? text.equals("yes") : null;
      case NUMBER:
        Long number = within(text, 1);
        return number == null ? null : number.intValue();
      case SIZE:
        int unit = text.isEmpty() ? -1 : "KMG".indexOf(Character.toUpperCase(last(text)));
        return unit < 0 ? within(text, 1) : within(withoutLast(text), 1L << 10 * (unit + 1));
      case PATTERNS:
        List<String> patterns = new ArrayList<>();
        for (String part : text.split(":")) {
          if (!part.isEmpty()) {
            String pattern = decode(part);
            if (pattern == null) {
              return null;
            }
            patterns.add(pattern);
          }
        }
        return patterns;
      default:
        String path =
            decode(
                text.indexOf(PROCESS_ID) < 0
                    ? text
                    : text.replace(PROCESS_ID, Long.toString(OwnProcess.pid())));
        return path == null ? null : Path.of(path);
    }
  }

  /**
   * Parses a number and multiplies it by the unit. Returns null if the text isn't a number, or if
   * the product isn't within the bounds.
   */
  private Long within(String digits, long unit) {
    try {
      long number = Math.multiplyExact(Long.parseLong(digits), unit);
      return number >= least && number <= most ? number : null;
    } catch (ArithmeticException | NumberFormatException notOne) {
      return null;
    }
  }

  private static char last(String text) {
    return text.charAt(text.length() - 1);
  }

  private static String withoutLast(String text) {
    return text.substring(0, text.length() - 1);
  }

  /** Decodes a percent-encoded value. Returns null if a percent sign begins no code. */
  private static String decode(String value) {
    if (value.indexOf('%') < 0) {
      // Loading the decoder takes longer than parsing all options.
      return value;
    }
    try {
      // URLDecoder would turn a plus into a space, but values only use percent-encoding.
      return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException noCode) {
      return null;
    }
  }

  /** Returns which values are allowed, in words that follow "is not" in a message. */
  String allowed() {
    switch (name) {
      case CHOICE:
        return "one of " + String.join(", ", labels());
      case FLAG:
        return "yes or no";
      case SIZE:
        String bounds = "from " + least + (most < Long.MAX_VALUE ? " to " + most : "");
        return "a size, such as 64M or 1G, " + bounds;
      case PATTERNS:
        return "a percent-encoded list; write % as %25";
      case FILE:
        return "a percent-encoded path; write % as %25";
      default:
        return "a number from " + least + " to " + most;
    }
  }

  private List<String> labels() {
    List<String> labels = new ArrayList<>();
    for (Enum<?> choice : choices.getEnumConstants()) {
      if (!(choice instanceof Choice) || ((Choice) choice).isOffered()) {
        labels.add(label(choice));
      }
    }
    return labels;
  }

  @SuppressWarnings("unchecked") // The methods above pair each name with the right T.
  void write(Object value, JsonWriter json) {
    switch (name) {
      case FLAG:
        json.value((Boolean) value);
        break;
      case NUMBER:
      case SIZE:
        json.value(((Number) value).longValue());
        break;
      case PATTERNS:
        json.values((List<String>) value);
        break;
      default:
        json.value(value instanceof Enum ? label((Enum<?>) value) : value.toString());
    }
  }

  /** Writes the members that describe the possible values for the Python code. */
  void describe(JsonWriter json) {
    json.put("type", name);
    if (choices != null) {
      json.name("choices").values(labels());
    } else if (least < most) {
      json.put("least", least).put("most", most);
    }
  }
}
