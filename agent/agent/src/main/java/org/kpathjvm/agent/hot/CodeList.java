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
 * Reads the list that the {@code jcmd} command Compiler.codelist prints: all compiled code that
 * HotSpot uses now. The list doesn't show which methods were inlined into callers, nor which code
 * was compiled for an activation in the midst of a loop (OSR). But when the optimising compiler
 * (C2) compiles a method for its next activations, the new code replaces the code of the faster
 * compiler (C1). So if code of both compilers is in use, C2 compiled the method for an activation
 * in the midst of a loop.
 */
public final class CodeList {
  private static final String PRIMITIVES = "BCDFIJSZ";

  private static final int C2 = 4;
  private static final int TRIVIAL = 1;

  private CodeList() {}

  /**
   * Returns the methods in the JVM's list of compiled code.
   *
   * @throws IOException with a message of one line, if this JVM has no such list
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

  /**
   * Returns the methods of a printed list, in the list's order. Overloaded methods have the same
   * name in the result.
   */
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
   * Reads a compilation's number, level and state, and returns the level. Returns -1 if the line
   * doesn't have all three, or if the state isn't 0. Only code with state 0 is in use.
   */
  private static int level(LineReader line) {
    boolean isNumbered = line.number() >= 0 && line.skip(" ");
    int level = line.number();
    return isNumbered && level <= C2 && line.skip(" 0 ") ? level : -1;
  }

  /**
   * Returns the class, the method and the method's descriptor, which precede the code's addresses.
   * Returns null if the line has no addresses.
   */
  private static String method(LineReader line) {
    String rest = line.rest();
    int addresses = rest.lastIndexOf(" [0x");
    return addresses > 0 && rest.indexOf(']', addresses) == rest.length() - 1
        ? rest.substring(0, addresses)
        : null;
  }

  /**
   * Returns the index at which the method's descriptor begins, or -1 if the text doesn't end with a
   * descriptor. The method's name may contain parentheses, too.
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

  /** Returns the index after the type that begins at {@code start}; -1 if no type begins there. */
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
   * Returns the kind that the levels of a method's code show. Returns null if the method is native,
   * or so simple that C2 would do no better than C1.
   */
  private static Kind kind(Set<Integer> levels) {
    boolean isBasic = levels.stream().anyMatch(level -> level > TRIVIAL && level < C2);
    if (levels.contains(C2)) {
      return isBasic ? Kind.FOUND_IN_LOOP : Kind.FOUND_OPTIMISED;
    }
    return isBasic ? Kind.FOUND_BASIC : null;
  }
}
