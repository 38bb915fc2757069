package org.kpathjvm.agent.options;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.kpathjvm.runtime.json.JsonWriter;

/** A kind of values: how they are read from the agent's text, and how JSON has them. */
abstract class OptionType<T> {
  /** Of the kind, in the contract. */
  final String name;

  private OptionType(String name) {
    this.name = name;
  }

  /** The value, or null: the text is none. */
  abstract T parse(String text);

  /** What may be written, behind "is not". */
  abstract String allowed();

  /** Writes a value. */
  abstract void write(T value, JsonWriter json);

  /** Writes the members that tell other languages which values there are. */
  void describe(JsonWriter json) {}

  /**
   * One of few values.
   *
   * @param values asked for when they are needed
   */
  static <T> OptionType<T> choice(Supplier<List<T>> values, Function<T, String> label) {
    return new OptionType<>("choice") {
      @Override
      T parse(String text) {
        for (T value : values.get()) {
          if (label.apply(value).equals(text)) {
            return value;
          }
        }
        return null;
      }

      @Override
      String allowed() {
        return values.get().stream().map(label).collect(Collectors.joining(" or "));
      }

      @Override
      void write(T value, JsonWriter json) {
        json.value(label.apply(value));
      }

      @Override
      void describe(JsonWriter json) {
        json.name("choices").beginArray();
        values.get().forEach(value -> write(value, json));
        json.endArray();
      }
    };
  }

  /** Yes or no. */
  static OptionType<Boolean> flag() {
    return new OptionType<>("flag") {
      @Override
      Boolean parse(String text) {
        return text.equals("yes") || text.equals("no") ? (Boolean) text.equals("yes") : null;
      }

      @Override
      String allowed() {
        return "yes or no";
      }

      @Override
      void write(Boolean value, JsonWriter json) {
        json.value((boolean) value);
      }
    };
  }

  /** A whole number within bounds, both included. */
  static OptionType<Integer> number(int least, int most) {
    return new OptionType<>("number") {
      @Override
      Integer parse(String text) {
        try {
          int number = Integer.parseInt(text);
          return number >= least && number <= most ? (Integer) number : null;
        } catch (NumberFormatException notOne) {
          return null;
        }
      }

      @Override
      String allowed() {
        return "a number from " + least + " to " + most;
      }

      @Override
      void write(Integer value, JsonWriter json) {
        json.value(value);
      }

      @Override
      void describe(JsonWriter json) {
        json.put("least", least).name("most").value(most);
      }
    };
  }

  /** Bytes within bounds, both included; K, M and G allowed. */
  static OptionType<Long> size(long least, long most) {
    return new OptionType<>("size") {
      @Override
      Long parse(String text) {
        int unit = text.isEmpty() ? -1 : "KMG".indexOf(Character.toUpperCase(last(text)));
        String digits = unit < 0 ? text : text.substring(0, text.length() - 1);
        try {
          long bytes =
              Math.multiplyExact(Long.parseLong(digits), unit < 0 ? 1L : 1L << 10 * (unit + 1));
          return bytes >= least && bytes <= most ? (Long) bytes : null;
        } catch (ArithmeticException | NumberFormatException notOne) {
          return null;
        }
      }

      private char last(String text) {
        return text.charAt(text.length() - 1);
      }

      @Override
      String allowed() {
        return "a size, as 64M or 1G, from " + least + (most < Long.MAX_VALUE ? " to " + most : "");
      }

      @Override
      void write(Long value, JsonWriter json) {
        json.value(value);
      }

      @Override
      void describe(JsonWriter json) {
        json.put("least", least).name("most").value(most);
      }
    };
  }

  /** Class name patterns, separated by colons. */
  static OptionType<List<String>> patterns() {
    return new OptionType<>("patterns") {
      @Override
      List<String> parse(String text) {
        List<String> patterns = new ArrayList<>();
        for (String part : text.split(":")) {
          if (!part.isEmpty()) {
            patterns.add(decode(part));
          }
        }
        return patterns;
      }

      @Override
      String allowed() {
        return "a list of patterns";
      }

      @Override
      void write(List<String> value, JsonWriter json) {
        json.beginArray();
        value.forEach(json::value);
        json.endArray();
      }
    };
  }

  /** A file or a directory. */
  static OptionType<Path> file() {
    return new OptionType<>("file") {
      @Override
      Path parse(String text) {
        return Path.of(decode(text));
      }

      @Override
      String allowed() {
        return "a file";
      }

      @Override
      void write(Path value, JsonWriter json) {
        json.value(value.toString());
      }
    };
  }

  private static String decode(String value) {
    // A plus is a plus: only percent-encoding is ours.
    return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
