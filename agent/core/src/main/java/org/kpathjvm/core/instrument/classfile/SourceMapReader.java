package org.kpathjvm.core.instrument.classfile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the text of an SMAP (JSR 45): a header of three lines, then sections that begin with an
 * asterisk. Each of the SMAP's maps is called a stratum. A section of files or lines belongs to the
 * stratum that was named last. Maps that are embedded in other maps are skipped, and so are vendor
 * sections.
 */
final class SourceMapReader {
  private static final Range[] NO_RANGES = {};

  private final String[] lines;
  private final Map<String, Stratum> strata = new HashMap<>();

  /**
   * Reads an SMAP.
   *
   * @throws IllegalArgumentException if the text isn't a complete SMAP
   */
  SourceMapReader(String text) {
    lines = linesOf(text);
    require(lines.length > 3 && lines[0].equals("SMAP"), "no header");
    Stratum stratum = null;
    int at = 3;
    while (!line(at).startsWith("*E")) {
      String head = line(at++);
      require(head.startsWith("*"), head);
      if (head.startsWith("*S ")) {
        stratum = new Stratum();
        strata.putIfAbsent(head.substring(3).trim(), stratum);
      } else if (head.startsWith("*O")) {
        while (!line(at++).startsWith("*C")) {
          require(at < lines.length, head);
        }
      } else if (head.startsWith("*F") || head.startsWith("*L")) {
        require(stratum != null, head);
        at = head.startsWith("*F") ? readFiles(at, stratum) : readRanges(at, stratum);
      } else {
        while (!line(at).startsWith("*")) {
          at++;
        }
      }
    }
  }

  /**
   * Splits a text at each LF, CR or CR LF. No regular expression is used, because the class that is
   * being loaded may be one that regular expressions need.
   */
  private static String[] linesOf(String text) {
    List<String> found = new ArrayList<>();
    int begin = 0;
    for (int at = 0; at < text.length(); at++) {
      char mark = text.charAt(at);
      if (mark == '\n' || mark == '\r') {
        found.add(text.substring(begin, at));
        if (mark == '\r' && at + 1 < text.length() && text.charAt(at + 1) == '\n') {
          at++;
        }
        begin = at + 1;
      }
    }
    found.add(text.substring(begin));
    return found.toArray(new String[0]);
  }

  String defaultStratum() {
    return lines[2].trim();
  }

  /**
   * Returns the ranges of a stratum in the order of the text; none if the SMAP lacks the stratum.
   *
   * @throws IllegalArgumentException if a range refers to a file that the stratum doesn't list
   */
  Range[] stratum(String name) {
    Stratum stratum = strata.get(name);
    return stratum == null ? NO_RANGES : stratum.resolved();
  }

  private String line(int at) {
    require(at < lines.length, "no end");
    return lines[at];
  }

  private int readFiles(int first, Stratum stratum) {
    int at = first;
    while (!line(at).startsWith("*")) {
      String text = line(at++);
      boolean hasPath = text.startsWith("+");
      String[] words = text.substring(hasPath ? 1 : 0).trim().split(" ", 2);
      require(words.length == 2, text);
      stratum.files.put(number(words[0]), new File(words[1].trim(), hasPath ? line(at++) : null));
    }
    return at;
  }

  /**
   * Reads lines of the form {@code SOURCE[#FILE][,COUNT]:LINE[,STEP]}. Such a line maps COUNT lines
   * of the source file with the number FILE, beginning with line SOURCE. In the class file, the
   * first of these lines has the number LINE, and each line takes up STEP numbers.
   */
  private int readRanges(int first, Stratum stratum) {
    int at = first;
    int file = 0;
    while (!line(at).startsWith("*")) {
      String text = line(at++).trim();
      String[] sides = text.split(":", -1);
      require(sides.length == 2, text);
      String[] source = sides[0].split(",", -1);
      String[] output = sides[1].split(",", -1);
      String[] start = source[0].split("#", -1);
      require(source.length <= 2 && output.length <= 2 && start.length <= 2, text);
      file = start.length == 2 ? number(start[1]) : file;
      int count = source.length == 2 ? number(source[1]) : 1;
      int step = output.length == 2 ? number(output[1]) : 1;
      require(number(start[0]) + (long) count <= Integer.MAX_VALUE, text);
      stratum.ranges.add(new Range(file, number(start[0]), count, number(output[0]), step));
    }
    return at;
  }

  private static int number(String text) {
    int number = Integer.parseInt(text.trim());
    require(number >= 0, text);
    return number;
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new IllegalArgumentException(what);
    }
  }

  /** A source file; the path is null if the map gives none. */
  static final class File {
    final String name;
    final String path;

    File(String name, String path) {
      this.name = name;
      this.path = path;
    }
  }

  /**
   * Consecutive line numbers of the class file that stand for consecutive lines of a source file.
   * Each line of the source file takes up {@code step} line numbers.
   */
  static final class Range {
    /** Null until all files are known. */
    File file;

    /** The first line number in the class file. */
    final int first;

    /** The line number after the range's last one in the class file. */
    final long end;

    private final int fileNumber;
    private final int source;
    private final int step;

    Range(int fileNumber, int source, int count, int first, int step) {
      this.fileNumber = fileNumber;
      this.source = source;
      this.first = first;
      this.step = step;
      end = first + (long) count * step;
    }

    /** Returns the line of the source file that a line number of the class file stands for. */
    int source(int line) {
      return source + (line - first) / step;
    }
  }

  private static final class Stratum {
    final Map<Integer, File> files = new HashMap<>();
    final List<Range> ranges = new ArrayList<>();

    Range[] resolved() {
      for (Range range : ranges) {
        range.file = files.get(range.fileNumber);
        require(range.file != null, "no file " + range.fileNumber);
      }
      return ranges.toArray(NO_RANGES);
    }
  }
}
