package org.kpathjvm.agent;

import java.util.List;

/**
 * Which classes are instrumented. Patterns are names of classes or packages in which {@code *}
 * stands for any run of characters, dots too, and {@code /} for a dot. JDK classes need an include
 * pattern that names their package from its first letter on ({@code java.util.*}; {@code *} alone
 * and {@code HashMap} don't ask for the JDK).
 */
final class ClassFilter {
  /** What may never be instrumented: the recorder runs on it, or the JVM treats it specially. */
  private static final List<String> NEVER =
      List.of(
          "java.lang.",
          "jdk.internal.",
          "sun.",
          "org.kpathjvm.agent.",
          "org.kpathjvm.core.",
          "org.kpathjvm.runtime.",
          "org.kpathjvm.shaded.");

  enum Verdict {
    INSTRUMENT,
    /** Left out by the user's patterns: to be listed. */
    FILTERED,
    /** The JDK's or our own: not asked for. */
    FOREIGN
  }

  private final List<String> include;
  private final List<String> exclude;

  ClassFilter(List<String> include, List<String> exclude) {
    this.include = List.copyOf(include);
    this.exclude = List.copyOf(exclude);
  }

  /** Whether any pattern may ask for JDK classes. */
  boolean mayIncludeJdk() {
    for (String pattern : include) {
      if (!pattern.startsWith("*")) {
        return true;
      }
    }
    return false;
  }

  Verdict judge(String className, boolean ofJdk) {
    for (String prefix : NEVER) {
      if (className.startsWith(prefix)) {
        return Verdict.FOREIGN;
      }
    }
    boolean included = include.isEmpty() && !ofJdk;
    for (String pattern : include) {
      included |= ofJdk ? matchesOfJdk(pattern, className) : matches(pattern, className);
    }
    if (!included) {
      return ofJdk ? Verdict.FOREIGN : Verdict.FILTERED;
    }
    for (String pattern : exclude) {
      if (matches(pattern, className)) {
        return Verdict.FILTERED;
      }
    }
    return Verdict.INSTRUMENT;
  }

  private static boolean matchesOfJdk(String pattern, String name) {
    return !pattern.startsWith("*") && matchesWhole(pattern.replace('/', '.'), name, 0);
  }

  /**
   * Whether a pattern means a class: its whole name, or without a dot its name without the package
   * or what is behind a {@code $} of that; and whatever is in a package or class that it means.
   */
  static boolean matches(String written, String name) {
    String pattern = written.replace('/', '.');
    if (matchesWhole(pattern, name, 0)) {
      return true;
    }
    if (pattern.indexOf('.') >= 0) {
      return false;
    }
    int start = name.lastIndexOf('.') + 1;
    do {
      if (matchesWhole(pattern, name, start)) {
        return true;
      }
      start = name.indexOf('$', start) + 1;
    } while (start > 0);
    return false;
  }

  /** Whether a pattern matches the name from there on, or what of it names something around it. */
  private static boolean matchesWhole(String pattern, String name, int start) {
    for (int end = start + 1; end < name.length(); end++) {
      boolean isOver = name.charAt(end) == '.' || name.charAt(end) == '$';
      if (isOver && globMatches(pattern, name, start, end)) {
        return true;
      }
    }
    return globMatches(pattern, name, start, name.length());
  }

  /** Glob matching with {@code *} only of a part of a name, in linear time per star. */
  private static boolean globMatches(String pattern, String name, int start, int end) {
    int p = 0;
    int n = start;
    int star = -1;
    int mark = 0;
    while (n < end) {
      if (p < pattern.length() && pattern.charAt(p) == '*') {
        star = p++;
        mark = n;
      } else if (p < pattern.length() && pattern.charAt(p) == name.charAt(n)) {
        p++;
        n++;
      } else if (star >= 0) {
        p = star + 1;
        n = ++mark;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }
}
