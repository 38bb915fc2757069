package org.kpathjvm.agent;

import java.util.ArrayList;
import java.util.List;
import org.kpathjvm.core.instrument.options.ClassPattern;

/**
 * Decides by {@link ClassPattern}s which classes are instrumented. To include a JDK class, a
 * pattern must contain the package's name, and must not begin with {@code *}: {@code java.util.*}
 * includes {@code java.util.HashMap}, but {@code HashMap} doesn't.
 */
final class ClassFilter {
  /** The beginnings of the internal names of the agent's own classes. */
  private static final String[] OURS = {
    "org/kpathjvm/agent/", "org/kpathjvm/core/", "org/kpathjvm/runtime/", "org/kpathjvm/shaded/"
  };

  /**
   * The beginnings of the names of classes that are never instrumented: classes of the agent,
   * classes that the recorder uses, and classes that the JVM treats specially.
   */
  private static final List<String> NEVER = never();

  enum Verdict {
    INSTRUMENT,
    /**
     * The user's patterns exclude the class, or they don't include it and it doesn't belong to the
     * JDK. The metadata has to list the class as left out.
     */
    FILTERED,
    /**
     * The class must never be instrumented, or it belongs to the JDK and the user's patterns don't
     * include it. The metadata doesn't list the class.
     */
    FOREIGN
  }

  private final List<String> include;
  private final List<String> exclude;

  ClassFilter(List<String> include, List<String> exclude) {
    this.include = List.copyOf(include);
    this.exclude = List.copyOf(exclude);
  }

  private static List<String> never() {
    List<String> prefixes = new ArrayList<>(List.of("java.lang.", "jdk.internal.", "sun."));
    for (String own : OURS) {
      prefixes.add(own.replace('/', '.'));
    }
    return prefixes;
  }

  /** Returns whether a class is the agent's own. The check loads no further class. */
  static boolean isOurs(String internalName) {
    for (String prefix : OURS) {
      if (internalName.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  boolean mayIncludeJdk() {
    for (String pattern : include) {
      if (!pattern.startsWith("*")) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether any pattern may include JDK classes whose names begin with a prefix. The result
   * may be true although no such class matches, but it is never wrongly false.
   */
  boolean mayInclude(String prefix) {
    for (String pattern : include) {
      if (ClassPattern.mayAskForJdk(pattern, prefix)) {
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
      included |=
          ofJdk ? matchesOfJdk(pattern, className) : ClassPattern.matches(pattern, className);
    }
    if (!included) {
      return ofJdk ? Verdict.FOREIGN : Verdict.FILTERED;
    }
    for (String pattern : exclude) {
      if (ClassPattern.matches(pattern, className)) {
        return Verdict.FILTERED;
      }
    }
    return Verdict.INSTRUMENT;
  }

  private static boolean matchesOfJdk(String pattern, String name) {
    return !pattern.startsWith("*") && ClassPattern.matchesWhole(pattern, name);
  }
}
