package org.kpathjvm.workloads;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The arguments of a stand-in, which are pairs {@code --name value}.
 *
 * @param benchmark the name of the benchmark that the stand-in replaces, for messages
 * @param className the name of the class that implements {@link Benchmark}
 * @param warmups the number of iterations before the timed ones
 * @param iterations the number of timed iterations, at least 1
 * @param expectedDigest the digest that every iteration must have, in hex; null if no digest is
 *     expected
 * @param files the files of each input, by the input's name, in the order of the command line
 * @param settings the value of each setting, by the setting's key
 */
record Arguments(
    String benchmark,
    String className,
    int warmups,
    int iterations,
    String expectedDigest,
    Map<String, List<Path>> files,
    Map<String, String> settings) {

  /**
   * Reads the command line.
   *
   * @throws StandInFailure if an argument is unknown, lacks its value or is malformed (the message
   *     names the argument), or if there is no {@code --class}
   */
  static Arguments parse(String[] arguments) throws StandInFailure {
    String benchmark = null;
    String className = null;
    int warmups = 0;
    int iterations = 1;
    String expectedDigest = null;
    Map<String, List<Path>> files = new LinkedHashMap<>();
    Map<String, String> settings = new LinkedHashMap<>();
    for (int i = 0; i < arguments.length; i += 2) {
      String name = arguments[i];
      if (i + 1 == arguments.length) {
        throw StandInFailure.unusable("argument " + name + " has no value");
      }
      String value = arguments[i + 1];
      switch (name) {
        case "--benchmark" -> benchmark = value;
        case "--class" -> className = value;
        case "--warmups" -> warmups = number("argument " + name, value, 0);
        case "--iterations" -> iterations = number("argument " + name, value, 1);
        case "--expect-digest" -> expectedDigest = value;
        case "--input" -> {
          String[] pair = pair(name, value);
          files.computeIfAbsent(pair[0], none -> new ArrayList<>()).add(Path.of(pair[1]));
        }
        case "--set" -> {
          String[] pair = pair(name, value);
          settings.put(pair[0], pair[1]);
        }
        default -> throw StandInFailure.unusable("unknown argument " + name);
      }
    }
    if (className == null) {
      throw StandInFailure.unusable("no benchmark to run: pass --class CLASS");
    }
    return new Arguments(
        benchmark == null ? className : benchmark,
        className,
        warmups,
        iterations,
        expectedDigest,
        files,
        settings);
  }

  private static String[] pair(String name, String value) throws StandInFailure {
    int equals = value.indexOf('=');
    if (equals <= 0) {
      throw StandInFailure.unusable("argument " + name + " is " + value + ", not NAME=VALUE");
    }
    return new String[] {value.substring(0, equals), value.substring(equals + 1)};
  }

  /**
   * Parses a whole number.
   *
   * @param what the number's name, with which the error message begins
   * @throws StandInFailure if the value isn't a whole number or is less than {@code least}
   */
  static int number(String what, String value, int least) throws StandInFailure {
    try {
      int number = Integer.parseInt(value);
      if (number >= least) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      // The error is reported below, together with numbers that are too small.
    }
    throw StandInFailure.unusable(
        what + " is " + value + ", not a whole number from " + least + " on");
  }
}
