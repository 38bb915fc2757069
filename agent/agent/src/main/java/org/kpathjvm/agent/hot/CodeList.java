package org.kpathjvm.agent.hot;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
  private static final String PRIMITIVES = "BCDFIJSZ";

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
              LineReader reader = new LineReader(line);
              int level = level(reader);
              String method = level < 0 ? null : method(reader);
              int descriptor = method == null ? -1 : descriptor(method);
              int point = descriptor < 0 ? -1 : method.lastIndexOf('.', descriptor);
              if (point > 0 && isName(method, point + 1, descriptor)) {
                String name =
                    HotMethods.key(
                        method.substring(0, point), method.substring(point + 1, descriptor));
                String exact = name + method.substring(descriptor);
                names.put(exact, name);
                levels.computeIfAbsent(exact, it -> new HashSet<>()).add(level);
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
   * Reads a number and the level, and skips the state, which must be 0, since the code is in use
   * then. Returns -1 if that isn't there.
   */
  private static int level(LineReader line) {
    boolean isNumbered = line.number() >= 0 && line.skip(" ");
    int level = line.number();
    return isNumbered && level <= C2 && line.skip(" 0 ") ? level : -1;
  }

  /**
   * Returns the class, the method and its descriptor, after which the code's addresses stand.
   * Returns null if there are no addresses.
   */
  private static String method(LineReader line) {
    String rest = line.rest();
    int addresses = rest.lastIndexOf(" [0x");
    return addresses > 0 && rest.indexOf(']', addresses) == rest.length() - 1
        ? rest.substring(0, addresses)
        : null;
  }

  /**
   * Returns where a method's descriptor begins, which ends with the text; -1 if there is none. The
   * method's name may have parentheses, too.
   */
  private static int descriptor(String text) {
    int at = text.lastIndexOf('(');
    while (at >= 0 && !isDescriptor(text, at)) {
      at = text.lastIndexOf('(', at - 1);
    }
    return at;
  }

  private static boolean isDescriptor(String text, int start) {
    int at = start + 1;
    while (at > 0 && at < text.length() && text.charAt(at) != ')') {
      at = endOfType(text, at);
    }
    if (at < 0 || at == text.length()) {
      return false;
    }
    at++;
    return (text.startsWith("V", at) ? at + 1 : endOfType(text, at)) == text.length();
  }

  /** Returns where the type at a place ends; -1 if there is no type. */
  private static int endOfType(String text, int start) {
    int at = start;
    while (text.startsWith("[", at)) {
      at++;
    }
    if (at < text.length() && PRIMITIVES.indexOf(text.charAt(at)) >= 0) {
      return at + 1;
    }
    int end = text.startsWith("L", at) ? text.indexOf(';', at) : -1;
    return end > at + 1 ? end + 1 : -1;
  }

  private static boolean isName(String text, int start, int end) {
    boolean isName = end > start;
    for (int at = start; at < end; at++) {
      isName &= ";[/".indexOf(text.charAt(at)) < 0;
    }
    return isName;
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
