package org.kpathjvm.jmh;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.profile.ProfilerException;

/** The text after {@code -prof kpath:}, such as {@code k=4;dir=profiles;run=--scope loops}. */
final class ProfilerOptions {
  private static final String KNOWN = "k, dir, top, run, command";

  /** The profile's k: the length of the longest sequences that are counted. */
  int length = 8;

  Path directory = Path.of("");

  /** How many of the report's rows are in JMH's results; 0 for no report. */
  int top = 1;

  /** Further options of {@code kpath-jvm run}. */
  List<String> run = List.of();

  /** The name of the command {@code kpath-jvm}, or the path of its file. */
  String command = "kpath-jvm";

  /**
   * Parses the options.
   *
   * @throws ProfilerException with a message of one line if an option is wrong
   */
  static ProfilerOptions parse(String line) throws ProfilerException {
    ProfilerOptions options = new ProfilerOptions();
    for (String part : line.split(";")) {
      if (!part.isBlank()) {
        int equals = part.indexOf('=');
        if (equals < 0) {
          throw new ProfilerException(
              "-prof kpath: '" + part + "' has no value; options are key=value;key=value");
        }
        options.set(part.substring(0, equals).strip(), part.substring(equals + 1).strip());
      }
    }
    return options;
  }

  private void set(String key, String value) throws ProfilerException {
    if (value.isEmpty()) {
      throw new ProfilerException("-prof kpath: " + key + " is empty; give it a value");
    }
    switch (key.toLowerCase(Locale.ROOT)) {
      case "k":
        length = number(key, value, 1, 64);
        break;
      case "dir":
        directory = Path.of(value);
        break;
      case "top":
        top = number(key, value, 0, 1000);
        break;
      case "run":
        run = new ArrayList<>(Arrays.asList(value.split("\\s+")));
        break;
      case "command":
        command = value;
        break;
      default:
        throw new ProfilerException(
            "-prof kpath: unknown option '" + key + "'; the options are " + KNOWN);
    }
  }

  private static int number(String key, String value, int least, int most)
      throws ProfilerException {
    String range = "; give a number from " + least + " to " + most;
    try {
      int number = Integer.parseInt(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException error) {
      throw new ProfilerException("-prof kpath: " + key + "=" + value + range, error);
    }
    throw new ProfilerException("-prof kpath: " + key + "=" + value + range);
  }
}
