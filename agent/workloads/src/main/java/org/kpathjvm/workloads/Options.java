package org.kpathjvm.workloads;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The arguments of a stand-in that compiles source trees: {@code --name value} pairs.
 *
 * <p>{@code expectedClasses} and {@code expectedTags} are -1, and {@code expectedDigest} is null,
 * when there is nothing to compare with.
 *
 * @param benchmark the benchmark that is stood in for, for the messages
 * @param release value of the compiler's {@code --release}: fixes the class bytes over JDKs
 * @param warmups iterations before the timed ones
 * @param iterations timed iterations, at least 1
 * @param sources jars with sources, compiled together
 * @param expectedClasses classes that every iteration must produce
 * @param expectedTags task tags that every iteration must find
 * @param expectedDigest digest that every iteration must have, in hex
 */
record Options(
    String benchmark,
    int release,
    int warmups,
    int iterations,
    List<Path> sources,
    int expectedClasses,
    int expectedTags,
    String expectedDigest) {

  /**
   * Reads the command line.
   *
   * @throws StandInFailure naming the argument that is unknown, lacks its value or is no number
   */
  static Options parse(String[] arguments) throws StandInFailure {
    String benchmark = "eclipse";
    int release = 11;
    int warmups = 0;
    int iterations = 1;
    List<Path> sources = new ArrayList<>();
    int expectedClasses = -1;
    int expectedTags = -1;
    String expectedDigest = null;
    for (int i = 0; i < arguments.length; i += 2) {
      String name = arguments[i];
      if (i + 1 == arguments.length) {
        throw unusable("argument " + name + " has no value");
      }
      String value = arguments[i + 1];
      switch (name) {
        case "--benchmark" -> benchmark = value;
        case "--release" -> release = number(name, value, 8);
        case "--warmups" -> warmups = number(name, value, 0);
        case "--iterations" -> iterations = number(name, value, 1);
        case "--sources" -> sources.add(Path.of(value));
        case "--expect-classes" -> expectedClasses = number(name, value, 1);
        case "--expect-tags" -> expectedTags = number(name, value, 1);
        case "--expect-digest" -> expectedDigest = value;
        default -> throw unusable("unknown argument " + name);
      }
    }
    if (sources.isEmpty()) {
      throw unusable("no sources to compile: pass --sources JAR");
    }
    return new Options(
        benchmark,
        release,
        warmups,
        iterations,
        List.copyOf(sources),
        expectedClasses,
        expectedTags,
        expectedDigest);
  }

  private static int number(String name, String value, int least) throws StandInFailure {
    try {
      int number = Integer.parseInt(value);
      if (number >= least) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      // Said below, like a number that is too small.
    }
    throw unusable(
        "argument " + name + " is " + value + ", not a whole number from " + least + " on");
  }

  private static StandInFailure unusable(String message) {
    return new StandInFailure(StandInFailure.UNUSABLE, message);
  }
}
