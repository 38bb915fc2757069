package org.kpathjvm.agent.hot;

import java.io.FileInputStream;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.kpathjvm.agent.hot.Compilation.Kind;
import org.kpathjvm.agent.process.JvmCommand;

/**
 * Reads HotSpot's log of its compilations ({@code -Xlog:jit+compilation=debug,jit+inlining=debug}).
 * The log is turned on in the running JVM, by the {@code jcmd} command VM.log. The JVM's other logs
 * stay as they are. The log's file is deleted immediately, but the JVM and this class keep it open.
 */
public final class CompilationLog {
  private static final int ATTRIBUTES = 5;
  private static final String MARKS = " !bns*%";

  // The default of HotSpot's flag MaxInlineSize.
  private static final int INLINED_ANYWHERE_BYTES = 35;

  private static final String LEVEL_OF_C2 = "4";
  private static final String LEVEL_OF_TRIVIAL_METHODS = "1";

  private static final String FILE = "compilations.log";
  private static final int MOST_BYTES = 1 << 16;

  private final FileInputStream file;
  private final String output;
  private List<Compilation> earlier = List.of();

  /** The bytes of a line whose end hasn't been read yet. The last character may be incomplete. */
  private byte[] begun = {};

  private boolean ranBefore;

  CompilationLog(FileInputStream file, String output) {
    this.file = file;
    this.output = output;
  }

  /**
   * Makes the JVM log what it compiles. Call this method before the program runs, if possible, and
   * in any case before the agent changes a class: at such a change, HotSpot may drop all compiled
   * code.
   *
   * @param directory the directory in which the log's file exists for a moment
   * @param ranBefore whether code of the program may have run before this call, for instance
   *     because another agent has run some of it. Methods may then be compiled already
   * @param log receives a line for the agent's own log if this JVM can't log its compilations, or
   *     can't list its earlier ones
   * @return the log of compilations; null if this JVM has no such log
   */
  public static CompilationLog listen(
      Instrumentation instrumentation, Path directory, boolean ranBefore, Consumer<String> log) {
    CompilationLog compilations;
    try {
      compilations = open(instrumentation, directory.resolve(FILE));
    } catch (IOException none) {
      log.accept("scope=hot finds no hot methods: " + none.getMessage());
      return null;
    }
    compilations.ranBefore = ranBefore;
    if (ranBefore) {
      try {
        compilations.beginWith(CodeList.read(instrumentation));
      } catch (IOException none) {
        log.accept("scope=hot can't tell which methods were hot already: " + none.getMessage());
      }
    }
    return compilations;
  }

  /** Returns whether the program may have run before the log was turned on. */
  boolean programRanBefore() {
    return ranBefore;
  }

  /**
   * Turns the log on.
   *
   * @param path the path at which the log's file exists for a moment; no file may be there before
   * @throws IOException with a message of one line, if this JVM has no such log
   */
  public static CompilationLog open(Instrumentation instrumentation, Path path) throws IOException {
    String output = "output=\"file=" + path.toAbsolutePath() + "\"";
    try {
      String said =
          JvmCommand.run(
              instrumentation,
              "VM.log "
                  + output
                  + " output_options=\"filecount=0\" what=\"jit+compilation=debug,jit+inlining=debug\""
                  + " decorators=\"none\"");
      if (!Files.exists(path)) {
        throw new IOException("the JVM's log of compilations can't be turned on: " + said);
      }
      FileInputStream file = new FileInputStream(path.toFile());
      Files.delete(path);
      return new CompilationLog(file, output);
    } catch (IOException failure) {
      throw failure;
    } catch (Throwable other) {
      throw new IOException("the JVM's log of compilations can't be turned on: " + other, other);
    }
  }

  /**
   * Turns the log off. The JVM's logging is then as it was before {@link #open}. {@link #read} must
   * not be called afterwards.
   *
   * @throws IOException with a message of one line, if the JVM doesn't turn the log off
   */
  public void close(Instrumentation instrumentation) throws IOException {
    try (file) {
      // The JVM finds its log output by the file's name, even though the file was deleted.
      String said = JvmCommand.run(instrumentation, "VM.log " + output + " what=\"all=off\"");
      if (!said.isBlank()) {
        throw new IOException("the JVM's log of compilations can't be turned off: " + said);
      }
    } catch (IOException failure) {
      throw failure;
    } catch (Throwable other) {
      throw new IOException("the JVM's log of compilations can't be turned off: " + other, other);
    }
  }

  /** Makes the next {@link #read} begin with the compilations from before the log was turned on. */
  public void beginWith(List<Compilation> compilations) {
    earlier = compilations;
  }

  /** Returns the compilations that were logged since the last call, in order. */
  public List<Compilation> read() throws IOException {
    List<Compilation> found = new ArrayList<>(earlier);
    earlier = List.of();
    while (true) {
      byte[] read = file.readNBytes(MOST_BYTES);
      byte[] bytes = Arrays.copyOf(begun, begun.length + read.length);
      System.arraycopy(read, 0, bytes, begun.length, read.length);
      int start = 0;
      for (int end = begun.length; end < bytes.length; end++) {
        if (bytes[end] == '\n') {
          Compilation one = parse(new String(bytes, start, end - start, StandardCharsets.UTF_8));
          if (one != null) {
            found.add(one);
          }
          start = end + 1;
        }
      }
      begun = Arrays.copyOfRange(bytes, start, bytes.length);
      if (read.length < MOST_BYTES) {
        return found;
      }
    }
  }

  /**
   * Returns the compilation that a line reports. Returns null if the line reports something else,
   * or if the method is so simple that C2 wouldn't make better code than C1.
   */
  static Compilation parse(String line) {
    Compilation inlined = inlined(new LineReader(line));
    return inlined == null ? compiled(new LineReader(line)) : inlined;
  }

  /**
   * Returns the inlining by C2 that a line reports; null if the line reports none. A line about an
   * inlining has marks for the method's attributes, the call's offset in the caller, the method,
   * the method's size, and the words "inline (hot)", in this order. C1 prints such lines too, but
   * without the word "hot".
   */
  private static Compilation inlined(LineReader line) {
    line.skipAll(MARKS);
    if (!line.skip("@") || !offset(line) || !line.skipAll(" ")) {
      return null;
    }
    String method = line.word();
    int bytes = line.skip(" (") ? line.number() : -1;
    if (!isMethod(method)
        || bytes < 0
        || !line.skip(" bytes)")
        || !line.skipAll(" ")
        || !line.skip("inline (hot)")) {
      return null;
    }
    return new Compilation(
        method, bytes <= INLINED_ANYWHERE_BYTES ? Kind.INLINED_SMALL : Kind.INLINED);
  }

  /**
   * Returns the compilation that a line reports; null if the line reports none, or only an
   * inlining. A line about a compilation has the compilation's number, attributes and level, the
   * method and the method's size, in this order. If the code was compiled for an activation in the
   * midst of a loop (OSR), the bytecode index where the code is entered precedes the size. A note
   * after the size means that the code isn't used any more. A JVM without compilation levels prints
   * no level.
   */
  private static Compilation compiled(LineReader line) {
    line.skipAll(" ");
    if (line.number() < 0 || !line.skip(" ")) {
      return null;
    }
    boolean isOsr = line.take(ATTRIBUTES).startsWith("%");
    boolean isSpaced = line.skipAll(" ");
    String level = null;
    String method = line.word();
    if (isLevel(method)) {
      level = method;
      isSpaced &= line.skipAll(" ");
      method = line.word();
    }
    boolean isEnteredInLoop = line.skip(" @");
    if (!isSpaced
        || !isMethod(method)
        || isEnteredInLoop && !offset(line)
        || !line.skip(" (")
        || line.number() < 0
        || !line.skip(" bytes)")
        || !line.isAtEnd()
        || LEVEL_OF_TRIVIAL_METHODS.equals(level)) {
      return null;
    }
    boolean isOptimised = level == null || level.equals(LEVEL_OF_C2);
    Kind kind =
        isOptimised
            ? isOsr ? Kind.OPTIMISED_IN_LOOP : Kind.OPTIMISED
            : isOsr ? Kind.BASIC_IN_LOOP : Kind.BASIC;
    return new Compilation(method, kind);
  }

  /** Skips a space and a number, which may be negative; returns whether they are there. */
  private static boolean offset(LineReader line) {
    boolean isSpaced = line.skip(" ");
    line.skip("-");
    return isSpaced && line.number() >= 0;
  }

  private static boolean isLevel(String word) {
    return word.length() == 1 && word.charAt(0) >= '0' && word.charAt(0) <= '4';
  }

  private static boolean isMethod(String word) {
    int at = word.indexOf("::", 1);
    return at > 0 && at + 2 < word.length();
  }
}
