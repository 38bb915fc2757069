package org.kpathjvm.core.instrument.options;

/**
 * Matches classes against patterns. A pattern is the name of a class or package. In a pattern,
 * {@code *} stands for any sequence of characters, including dots, and {@code /} stands for a dot.
 */
public final class ClassPattern {
  private ClassPattern() {}

  /**
   * Returns whether a pattern denotes a class. The pattern may be the class's whole name. A pattern
   * without a dot may also be the name without the package, or the part of this name after a {@code
   * $}. A pattern that denotes a package or class also denotes everything in it.
   *
   * @param name the class's name with dots
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

  /** Returns whether a pattern denotes a class. The pattern must include the package's name. */
  public static boolean matchesWhole(String written, String name) {
    return matchesFrom(dotted(written), name, 0);
  }

  /**
   * Returns whether a pattern may ask for JDK classes whose names begin with a prefix. A pattern
   * asks for a JDK class only if it includes the package's name and doesn't begin with {@code *}.
   * The result may be true although no such class matches, but it is never wrongly false.
   */
  public static boolean mayAskForJdk(String pattern, String prefix) {
    int star = pattern.indexOf('*');
    String begin = dotted(star < 0 ? pattern : pattern.substring(0, star));
    return star != 0 && (begin.startsWith(prefix) || prefix.startsWith(begin));
  }

  static boolean globMatches(String pattern, String text) {
    return globMatches(pattern, text, 0, text.length());
  }

  private static String dotted(String written) {
    return written.replace('/', '.');
  }

  /**
   * Returns whether a pattern matches a name from a position on. The match may end where the name
   * ends, or where the name of an enclosing package or class ends.
   */
  private static boolean matchesFrom(String pattern, String name, int start) {
    for (int end = start + 1; end < name.length(); end++) {
      boolean isOver = name.charAt(end) == '.' || name.charAt(end) == '$';
      if (isOver && globMatches(pattern, name, start, end)) {
        return true;
      }
    }
    return globMatches(pattern, name, start, name.length());
  }

  /**
   * Matches a part of a name against a glob pattern in which only {@code *} is special. The time is
   * at most proportional to the length of the pattern times the length of the part.
   */
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
