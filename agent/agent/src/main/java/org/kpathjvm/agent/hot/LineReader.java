package org.kpathjvm.agent.hot;

/**
 * Reads a line that the JVM has printed, from left to right. The reader uses no regular
 * expressions, because the JDK's classes for regular expressions may be recorded.
 */
final class LineReader {
  private final String line;
  private int at;

  LineReader(String line) {
    this.line = line;
  }

  boolean skip(String text) {
    if (!line.startsWith(text, at)) {
      return false;
    }
    at += text.length();
    return true;
  }

  /**
   * Skips the next characters for as long as they are among the given characters. Returns whether
   * any character was skipped.
   */
  boolean skipAll(String characters) {
    int start = at;
    while (at < line.length() && characters.indexOf(line.charAt(at)) >= 0) {
      at++;
    }
    return at > start;
  }

  String take(int count) {
    int start = at;
    at = Math.min(at + count, line.length());
    return line.substring(start, at);
  }

  /** Reads up to the next space or the end of the line. The result may be empty. */
  String word() {
    int space = line.indexOf(' ', at);
    return take((space < 0 ? line.length() : space) - at);
  }

  String rest() {
    return take(line.length() - at);
  }

  /**
   * Skips decimal digits. Returns their value, or -1 if there are no digits or the value is too
   * large.
   */
  int number() {
    int start = at;
    long number = 0;
    while (at < line.length() && line.charAt(at) >= '0' && line.charAt(at) <= '9') {
      number = Math.min(number * 10 + line.charAt(at) - '0', Integer.MAX_VALUE + 1L);
      at++;
    }
    return at == start || number > Integer.MAX_VALUE ? -1 : (int) number;
  }

  boolean isAtEnd() {
    return at == line.length();
  }
}
