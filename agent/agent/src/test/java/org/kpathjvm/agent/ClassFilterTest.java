package org.kpathjvm.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.agent.ClassFilter.Verdict.FILTERED;
import static org.kpathjvm.agent.ClassFilter.Verdict.FOREIGN;
import static org.kpathjvm.agent.ClassFilter.Verdict.INSTRUMENT;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.options.ClassPattern;

class ClassFilterTest {
  @Test
  void withoutPatternsOnlyTheJdkAndTheAgentAreForeign() {
    ClassFilter filter = new ClassFilter(List.of(), List.of());
    assertEquals(INSTRUMENT, filter.judge("org.foo.Bar", false));
    assertEquals(FOREIGN, filter.judge("java.util.ArrayList", true));
    assertEquals(FOREIGN, filter.judge("org.kpathjvm.agent.Premain", false));
    assertEquals(
        INSTRUMENT, filter.judge("org.kpathjvm.workloads.dacapo.eclipse.EclipseCompiler", false));
  }

  @Test
  void patternsIncludeAndExclude() {
    ClassFilter filter = new ClassFilter(List.of("org.foo.*", "Main"), List.of("*Generated*"));
    assertEquals(INSTRUMENT, filter.judge("org.foo.a.B", false));
    assertEquals(INSTRUMENT, filter.judge("Main", false));
    assertEquals(FILTERED, filter.judge("org.foo.GeneratedX", false));
    assertEquals(FILTERED, filter.judge("org.bar.B", false));
    assertEquals(FILTERED, filter.judge("Mains", false));
  }

  @Test
  void jdkClassesNeedAPatternThatNamesThem() {
    assertEquals(FOREIGN, new ClassFilter(List.of("*"), List.of()).judge("java.util.List", true));
    ClassFilter filter = new ClassFilter(List.of("java.*"), List.of());
    assertEquals(INSTRUMENT, filter.judge("java.util.List", true));
    assertEquals(FOREIGN, filter.judge("java.lang.String", true));
    assertEquals(FOREIGN, filter.judge("javax.swing.JFrame", true));
  }

  @Test
  void simpleNamesDoNotIncludeJdkClasses() {
    ClassFilter filter = new ClassFilter(List.of("HashMap", "java/util/Arr*"), List.of());
    assertEquals(INSTRUMENT, filter.judge("org.foo.HashMap", false));
    assertEquals(FOREIGN, filter.judge("java.util.HashMap", true));
    assertEquals(INSTRUMENT, filter.judge("java.util.ArrayList$Itr", true));
  }

  @Test
  void onlySomePatternsMayIncludeJavaPackages() {
    for (String pattern : List.of("java.util.Arrays", "java/util/*", "java", "j*", "java.*List")) {
      assertTrue(new ClassFilter(List.of("Main", pattern), List.of()).mayInclude("java."), pattern);
    }
    for (String pattern : List.of("*", "*.java.util", "Main", "javax.*", "org.foo.*")) {
      assertFalse(new ClassFilter(List.of(pattern), List.of()).mayInclude("java."), pattern);
    }
    assertFalse(new ClassFilter(List.of(), List.of()).mayInclude("java."));
  }

  @Property
  void mayIncludeAcceptsEveryPrefixOfAnIncludedName(
      @ForAll @Chars({'a', '.', '*', '/'}) @StringLength(min = 1, max = 5) String pattern,
      @ForAll @Chars({'a', '.'}) @StringLength(min = 1, max = 6) String name,
      @ForAll @StringLength(min = 1, max = 6) @Chars({'a', '.'}) String prefix) {
    ClassFilter filter = new ClassFilter(List.of(pattern), List.of());
    if (name.startsWith(prefix) && filter.judge(name, true) == INSTRUMENT) {
      assertTrue(filter.mayInclude(prefix));
    }
  }

  /** The examples are in class-patterns.tsv. The launcher's tests read the same file. */
  @Test
  void sharedExamplesAreJudgedAsStated() throws IOException {
    int rows = 0;
    try (InputStream in = ClassFilterTest.class.getResourceAsStream("class-patterns.tsv")) {
      for (String line : new String(in.readAllBytes(), UTF_8).split("\n")) {
        if (!line.startsWith("#")) {
          String[] cells = line.split("\t");
          assertEquals(cells[2].equals("yes"), ClassPattern.matches(cells[0], cells[1]), line);
          rows++;
        }
      }
    }
    assertTrue(rows > 40);
  }

  /**
   * A pattern matches a class if the pattern, as a glob, matches a piece of the class's name. A
   * piece begins where the name begins. If the pattern has no dot, a piece may also begin where the
   * simple name begins, or after a $ in the simple name. A piece ends before a dot, before a $, or
   * where the name ends.
   */
  @Property(tries = 3000)
  void patternsMatchPiecesOfNames(
      @ForAll @StringLength(min = 1, max = 5) @Chars({'a', 'b', '.', '$', '*'}) String pattern,
      @ForAll @StringLength(max = 8) @Chars({'a', 'b', '.', '$'}) String name) {
    StringBuilder expression = new StringBuilder();
    for (char c : pattern.toCharArray()) {
      expression.append(c == '*' ? ".*" : Pattern.quote(String.valueOf(c)));
    }
    int shortName = pattern.contains(".") ? name.length() + 1 : name.lastIndexOf('.') + 1;
    boolean isMeant = false;
    for (int start = 0; start <= name.length(); start++) {
      boolean isNested = start > 0 && name.charAt(start - 1) == '$';
      if (start == 0 || start == shortName || start > shortName && isNested) {
        for (int end = start; end <= name.length(); end++) {
          boolean isWhole = end == name.length();
          if (isWhole || end > start && (name.charAt(end) == '.' || name.charAt(end) == '$')) {
            isMeant |= name.substring(start, end).matches(expression.toString());
          }
        }
      }
    }
    assertEquals(isMeant, ClassPattern.matches(pattern, name));
  }
}
