package org.kpathjvm.agent.hot;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.kpathjvm.agent.hot.Compilation.Kind;
import org.kpathjvm.agent.process.JvmCommand;

/**
 * Reads what HotSpot has compiled so far and still uses, with the command that {@code jcmd} has for
 * it (Compiler.codelist). The list doesn't say what was compiled in the midst of a loop (OSR), nor
 * what was inlined into callers. But code that the optimising compiler makes for a method's next
 * activations replaces the other compiler's code. So where both are in use, the optimised code is
 * for a loop alone.
 */
public final class CodeList {
  private static final String TYPE = "\\[*(?:[BCDFIJSZ]|L[^;]+;)";

  // Number, level, state (0: in use), class and method with its descriptor, addresses.
  private static final Pattern LINE =
      Pattern.compile(
          "\\d+ ([0-4]) 0 (.+)\\.([^.;\\[/]+)(\\((?:"
              + TYPE
              + ")*\\)(?:V|"
              + TYPE
              + ")) \\[0x[^\\]]*\\]");

  private static final int C2 = 4;
  private static final int TRIVIAL = 1;

  private CodeList() {}

  /**
   * Asks the JVM for its list of compiled code.
   *
   * @throws IOException with one line, if this JVM has no such list
   */
  public static List<Compilation> read(Instrumentation instrumentation) throws IOException {
    String said;
    try {
      said = JvmCommand.run(instrumentation, "Compiler.codelist");
    } catch (IOException failure) {
      throw failure;
    } catch (Throwable other) {
      throw new IOException("the JVM's list of compiled code can't be read: " + other, other);
    }
    return parse(said);
  }

  /** Returns the methods of the list in order, each once. */
  static List<Compilation> parse(String text) {
    Map<String, Set<Integer>> levels = new LinkedHashMap<>();
    Map<String, String> names = new LinkedHashMap<>();
    text.lines()
        .forEach(
            line -> {
              Matcher matcher = LINE.matcher(line);
              if (matcher.matches()) {
                String name = HotMethods.key(matcher.group(2), matcher.group(3));
                String exact = name + matcher.group(4);
                names.put(exact, name);
                levels
                    .computeIfAbsent(exact, it -> new HashSet<>())
                    .add(Integer.parseInt(matcher.group(1)));
              }
            });
    List<Compilation> found = new ArrayList<>();
    levels.forEach(
        (exact, its) -> {
          Kind kind = kind(its);
          if (kind != null) {
            found.add(new Compilation(names.get(exact), kind));
          }
        });
    return found;
  }

  /**
   * Returns what a method was compiled for, given the levels of its code. Returns null if the
   * method is native, or so simple that C2 would do no better.
   */
  private static Kind kind(Set<Integer> levels) {
    boolean isBasic = levels.stream().anyMatch(level -> level > TRIVIAL && level < C2);
    if (levels.contains(C2)) {
      return isBasic ? Kind.FOUND_IN_LOOP : Kind.FOUND_OPTIMISED;
    }
    return isBasic ? Kind.FOUND_BASIC : null;
  }
}
