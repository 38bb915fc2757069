package org.kpathjvm.core.instrument.options;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.kpathjvm.runtime.layout.Bounds;

/** How many iterations of loops paths go on over: what k-iteration profiling is asked for. */
public final class IterationOptions {
  private static final Pattern RULE = Pattern.compile("(.+)\\.([^.@:]+)(?:@(\\d+))?:(\\d+)");
  private static final int ANY_LOOP = -1;

  /** Of all loops for which no rule says otherwise. */
  private final int k;

  private final int arrayPaths;
  private final int mostPaths;
  private final List<String> texts;
  private final List<Rule> rules = new ArrayList<>(0);

  /** Iterations of the loops of a method. */
  private static final class Rule {
    private final Pattern className;
    private final Pattern method;
    private final int header;
    private final int iterations;

    private Rule(Matcher parts) {
      className = wildcards(parts.group(1));
      method = wildcards(parts.group(2));
      header = parts.group(3) == null ? ANY_LOOP : Integer.parseInt(parts.group(3));
      iterations = Integer.parseInt(parts.group(4));
    }

    private static Pattern wildcards(String text) {
      return Pattern.compile(Pattern.quote(text).replace("*", "\\E.*\\Q"));
    }

    private boolean applies(String ofClass, String name, int headerOffset) {
      return (header == ANY_LOOP || header == headerOffset)
          && className.matcher(ofClass).matches()
          && method.matcher(name).matches();
    }
  }

  /**
   * What is asked for.
   *
   * @param arrayPaths the most paths of a method that are counted in an array
   * @param mostPaths the most paths of a method before it gets fewer iterations
   * @param rules as {@code pkg.Class.method:3} or {@code pkg.Class.method@12:3} (the loop whose
   *     header has that bytecode offset), with * for anything; the last one that applies counts
   * @throws IllegalArgumentException in one line, if a rule is none
   */
  public IterationOptions(int k, int arrayPaths, int mostPaths, List<String> rules) {
    this.k = k;
    this.arrayPaths = arrayPaths;
    this.mostPaths = mostPaths;
    texts = List.copyOf(rules);
    for (String text : rules) {
      this.rules.add(new Rule(parts(text)));
    }
  }

  /**
   * A rule's parts.
   *
   * @throws IllegalArgumentException in one line, if it is none
   */
  private static Matcher parts(String text) {
    Matcher parts = RULE.matcher(text);
    if (!parts.matches() || !isAtMost(Bounds.LARGEST_K, parts.group(4)) || isFar(parts.group(3))) {
      throw new IllegalArgumentException(
          text
              + " is not CLASS.METHOD:K or CLASS.METHOD@OFFSET:K with a K from 1 to "
              + Bounds.LARGEST_K);
    }
    return parts;
  }

  private static boolean isFar(String offset) {
    return offset != null && offset.length() > 5;
  }

  private static boolean isAtMost(int most, String number) {
    return number.length() <= 2
        && Integer.parseInt(number) >= 1
        && Integer.parseInt(number) <= most;
  }

  /**
   * Iterations that are asked for of a loop.
   *
   * @param className internal name
   * @param headerOffset bytecode offset of the loop's header
   */
  public int of(String className, String method, int headerOffset) {
    int iterations = k;
    for (Rule rule : rules) {
      if (rule.applies(className.replace('/', '.'), method, headerOffset)) {
        iterations = rule.iterations;
      }
    }
    return iterations;
  }

  /** The most paths of a method that are counted in an array; more are in a hash table. */
  public int arrayPaths() {
    return arrayPaths;
  }

  /** The most paths of a method before it gets fewer iterations. */
  public int mostPaths() {
    return mostPaths;
  }

  @Override
  public String toString() {
    return k + " " + arrayPaths + " " + mostPaths + " " + texts;
  }
}
