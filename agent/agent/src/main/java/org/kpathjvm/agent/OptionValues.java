package org.kpathjvm.agent;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.kpathjvm.agent.AgentOptions.Key;

/** The agent's options as they were written, and how each kind of value is read. */
final class OptionValues {
  private final Map<Key, String> values = new EnumMap<>(Key.class);

  void put(Key key, String value) {
    values.put(key, value);
  }

  boolean has(Key key) {
    return values.containsKey(key);
  }

  /** Null if it isn't given. */
  String get(Key key) {
    return values.get(key);
  }

  String getOrDefault(Key key, String byDefault) {
    return values.getOrDefault(key, byDefault);
  }

  Path path(Key key) {
    String value = values.get(key);
    return value == null ? null : Path.of(decode(value));
  }

  int number(Key key, int byDefault, int least, int largest) {
    String value = values.get(key);
    if (value == null) {
      return byDefault;
    }
    try {
      int number = Integer.parseInt(value);
      if (number >= least && number <= largest) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      // Falls through to the message below.
    }
    throw new IllegalArgumentException(
        "agent option "
            + key.label
            + "="
            + value
            + " is no number from "
            + least
            + " to "
            + largest);
  }

  long size(Key key, long byDefault, long least, long largest, String allowed) {
    String value = values.get(key);
    if (value == null) {
      return byDefault;
    }
    if (value.isEmpty()) {
      throw new IllegalArgumentException(
          "agent option " + key.label + "= is empty; write 64M or 1G");
    }
    int unit = "KMG".indexOf(Character.toUpperCase(value.charAt(value.length() - 1)));
    String digits = unit < 0 ? value : value.substring(0, value.length() - 1);
    try {
      long bytes =
          Math.multiplyExact(Long.parseLong(digits), unit < 0 ? 1L : 1L << 10 * (unit + 1));
      if (bytes >= least && bytes <= largest) {
        return bytes;
      }
    } catch (ArithmeticException | NumberFormatException notASize) {
      // Falls through to the message below.
    }
    throw new IllegalArgumentException(
        "agent option " + key.label + "=" + value + " is no size " + allowed);
  }

  boolean yes(Key key, String byDefault) {
    String value = values.getOrDefault(key, byDefault);
    if (!value.equals("yes") && !value.equals("no")) {
      throw new IllegalArgumentException(
          "agent option " + key.label + "=" + value + " is unknown; write yes or no");
    }
    return value.equals("yes");
  }

  List<String> list(Key key) {
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

  /** Encodes one value or one element of a list. */
  static String encode(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** As they are written. */
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
}
