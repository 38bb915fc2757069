package org.kpathjvm.core.instrument.classfile;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Maps a class file's line numbers to lines of source files, according to the class's
 * SourceDebugExtension, which contains an SMAP (JSR 45). Compilers write an SMAP if a class has
 * code from several source files. Kotlin's inlined functions, for example, have line numbers beyond
 * the end of their caller's file.
 *
 * <p>An SMAP has several maps, called strata. The default stratum gives the source file and line
 * that a line number stands for. Kotlin's second stratum, KotlinDebug, gives the line of the
 * class's own file into which the code was inlined.
 */
public final class SourceMap {
  private static final int MOST_LINES = 1 << 16;
  private static final String CALLS = "KotlinDebug";

  private final String packageName;
  private final String sourceFile;
  private final Section places;
  private final Section calls;

  private SourceMap(String packageName, String sourceFile, Section places, Section calls) {
    this.packageName = packageName;
    this.sourceFile = sourceFile;
    this.places = places;
    this.calls = calls;
  }

  /**
   * Returns the map of a class.
   *
   * @param sourceFile the class's SourceFile attribute; null if the class has none
   * @param extension the class's SourceDebugExtension, which may hold any text; null if the class
   *     has none
   * @return the map; it is empty if {@code extension} isn't a complete SMAP
   */
  public static SourceMap of(String className, String sourceFile, String extension) {
    String packageName = directory(className);
    Section places = Section.NONE;
    Section calls = Section.NONE;
    if (extension != null) {
      try {
        SourceMapReader reader = new SourceMapReader(extension);
        places = new Section(reader.stratum(reader.defaultStratum()));
        calls = new Section(reader.stratum(CALLS));
      } catch (IllegalArgumentException notAnSmap) {
        places = Section.NONE;
      }
    }
    return new SourceMap(packageName, sourceFile, places, calls);
  }

  /**
   * Returns the source line that a line number stands for. Returns null if the map doesn't contain
   * the number, or maps it to the same number in the class's own source file.
   */
  public Place at(int line) {
    SourceMapReader.Range range = places.at(line);
    if (range == null) {
      return null;
    }
    // In Kotlin's maps, a file's path is the class that the file's functions are compiled to.
    String directory = range.file.path == null ? packageName : directory(range.file.path);
    int source = range.source(line);
    boolean isOwn = range.file.name.equals(sourceFile) && directory.equals(packageName);
    if (isOwn) {
      return source == line ? null : new Place("", "", source, callOf(line));
    }
    return new Place(range.file.name, directory, source, callOf(line));
  }

  private int callOf(int line) {
    SourceMapReader.Range call = calls.at(line);
    return call == null || !call.file.name.equals(sourceFile) ? -1 : call.source(line);
  }

  private static String directory(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }

  /** A line of a source file. */
  public static final class Place {
    /** The file's name; empty for the class's own file. */
    public final String file;

    /**
     * The package with slashes, as in internal names; empty for the unnamed package, and for the
     * class's own file.
     */
    public final String packageName;

    public final int line;

    /**
     * The line of the class's own file into which the code was inlined; -1 if no such line is
     * known.
     */
    public final int call;

    Place(String file, String packageName, int line, int call) {
      this.file = file;
      this.packageName = packageName;
      this.line = line;
      this.call = call;
    }
  }

  /** The ranges of one stratum. If several ranges contain a line number, the first one applies. */
  private static final class Section {
    static final Section NONE = new Section(new SourceMapReader.Range[0]);

    private final SourceMapReader.Range[] ranges;

    /** The index of the range of each line number; -1 if no range contains the number. */
    private final int[] owners;

    Section(SourceMapReader.Range[] ranges) {
      this.ranges = ranges;
      int lines = 0;
      for (SourceMapReader.Range range : ranges) {
        lines = (int) Math.max(lines, Math.min(MOST_LINES, range.end));
      }
      owners = new int[lines];
      Arrays.fill(owners, -1);
      BitSet owned = new BitSet(lines);
      for (int i = 0; i < ranges.length; i++) {
        int line = owned.nextClearBit(Math.min(lines, ranges[i].first));
        while (line < lines && line < ranges[i].end) {
          owners[line] = i;
          owned.set(line);
          line = owned.nextClearBit(line + 1);
        }
      }
    }

    SourceMapReader.Range at(int line) {
      return line < owners.length && owners[line] >= 0 ? ranges[owners[line]] : null;
    }
  }
}
