package org.kpathjvm.core.instrument.options;

/**
 * Patterns of classes: names of classes or packages in which {@code *} stands for any run of
 * characters, dots too, and {@code /} for a dot.
 */
public final class ClassPattern {
  private ClassPattern() {}

  /**
   * Whether a pattern means a class: its whole name, or without a dot its name without the package
   * or what is behind a {@code $} of that; and whatever is in a package or class that it means.
   *
   * @param name with dots
   */
  public static boolean matches(String written, String name) {
    if (matchesWhole(written, name)) {
      return true;
    }
    String pattern = dotted(written);
    if (pattern.indexOf('.') >= 0) {
      return false;
    }
    int start = name.lastIndexOf('.') + 1;
    do {
      if (matchesFrom(pattern, name, start)) {
        return true;
      }
      start = name.indexOf('$', start) + 1;
    } while (start > 0);
    return false;
  }

  /** The same of patterns that have to name the package. */
  public static boolean matchesWhole(String written, String name) {
    return matchesFrom(dotted(written), name, 0);
  }

  /** Whether a text is what a pattern says, where {@code *} stands for any characters. */
  static boolean globMatches(String pattern, String text) {
    return globMatches(pattern, text, 0, text.length());
  }

  private static String dotted(String written) {
    return written.replace('/', '.');
  }

  /** Whether a pattern matches the name from there on, or what of it names something around it. */
  private static boolean matchesFrom(String pattern, String name, int start) {
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
