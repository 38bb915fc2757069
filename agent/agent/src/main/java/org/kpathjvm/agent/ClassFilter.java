package org.kpathjvm.agent;

import java.util.List;

/**
 * Which classes are instrumented. Patterns are class names in which {@code *} stands for any run of
 * characters, dots too. JDK classes need an include pattern that names their package from its first
 * letter on ({@code java.util.*}; {@code *} alone doesn't ask for the JDK).
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
      included |= matches(pattern, className) && !(ofJdk && pattern.startsWith("*"));
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

  /** Glob matching with {@code *} only, in linear time per star. */
  static boolean matches(String pattern, String name) {
    int p = 0;
    int n = 0;
    int star = -1;
    int mark = 0;
    while (n < name.length()) {
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
