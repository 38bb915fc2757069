package org.kpathjvm.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.kpathjvm.agent.ClassFilter.Verdict.FILTERED;
import static org.kpathjvm.agent.ClassFilter.Verdict.FOREIGN;
import static org.kpathjvm.agent.ClassFilter.Verdict.INSTRUMENT;

import java.util.List;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class ClassFilterTest {
  @Test
  void withoutPatternsAllButTheJdk() {
    ClassFilter filter = new ClassFilter(List.of(), List.of());
    assertEquals(INSTRUMENT, filter.judge("org.foo.Bar", false));
    assertEquals(FOREIGN, filter.judge("java.util.ArrayList", true));
    assertEquals(FOREIGN, filter.judge("org.kpathjvm.agent.Premain", false));
    assertEquals(
        INSTRUMENT, filter.judge("org.kpathjvm.workloads.dacapo.eclipse.EclipseCompiler", false));
  }

  @Test
  void patternsChoose() {
    ClassFilter filter = new ClassFilter(List.of("org.foo.*", "Main"), List.of("*Generated*"));
    assertEquals(INSTRUMENT, filter.judge("org.foo.a.B", false));
    assertEquals(INSTRUMENT, filter.judge("Main", false));
    assertEquals(FILTERED, filter.judge("org.foo.GeneratedX", false));
    assertEquals(FILTERED, filter.judge("org.bar.B", false));
    assertEquals(FILTERED, filter.judge("Mains", false));
  }

  @Test
  void theJdkOnlyByName() {
    assertEquals(FOREIGN, new ClassFilter(List.of("*"), List.of()).judge("java.util.List", true));
    ClassFilter filter = new ClassFilter(List.of("java.*"), List.of());
    assertEquals(INSTRUMENT, filter.judge("java.util.List", true));
    assertEquals(FOREIGN, filter.judge("java.lang.String", true));
    assertEquals(FOREIGN, filter.judge("javax.swing.JFrame", true));
  }

  @Property
  void globsAreRegularExpressions(
      @ForAll @StringLength(max = 6) @Chars({'a', 'b', '.', '*'}) String pattern,
      @ForAll @StringLength(max = 8) @Chars('.') @CharRange(from = 'a', to = 'b') String name) {
    StringBuilder expression = new StringBuilder();
    for (char c : pattern.toCharArray()) {
      expression.append(c == '*' ? ".*" : Pattern.quote(String.valueOf(c)));
    }
    assertEquals(name.matches(expression.toString()), ClassFilter.matches(pattern, name));
  }
}
