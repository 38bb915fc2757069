package org.kpathjvm.core.instrument.hammocks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpathjvm.core.instrument.oracle.ClassFiles;
import org.kpathjvm.core.instrument.oracle.SampleCode;
import org.objectweb.asm.tree.JumpInsnNode;

/** Tests which branches skip so little code that C2 turns them into conditional moves. */
class HammockTest {
  private static SampleCode sample(String body) {
    String source =
        "class Sample { int own; int[] some; static int g(int n) { return n; }\n"
            + "int f(int n, int m, double d, Object o) { int i = 0; long l = n; "
            + body
            + " return i + n + (int) d + (int) l; } }";
    return new SampleCode(ClassFiles.compile("Sample", source).get("Sample"), "f");
  }

  private static Hammock ofFirst(SampleCode sample) {
    JumpInsnNode jump = (JumpInsnNode) sample.blocks.lastInstruction(0);
    int taken = sample.blocks.startingAt(jump.label);
    return Hammock.of(sample.code, sample.blocks, 0, taken, 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "if (n < 0) { n += 5; }",
        "if (n < 0) { n = -n; }",
        "if (d < 0) { i++; }",
        "if (n > m) { l = m; }",
        "if (n > m) { o = null; }",
        "i = n < m ? n : m;",
        "i = n < m ? n + 1 : m;",
        "if (n < m) { i = 1; } else { i = 2; }",
        "if (n < m) { i += 2147483647; }"
      })
  void aHammockHasAtMostOneResultAndOneOperation(String body) {
    assertNotNull(ofFirst(sample(body)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "if (n < 0) { n += 5; i++; }",
        "if (n < 0) { i = n * m; }",
        "if (n < 0) { i = n + m + 1; }",
        "if (n < 0) { i = own; }",
        "if (n < 0) { own = i; }",
        "if (n < 0) { i = some[0]; }",
        "if (n < 0) { i = g(n); }",
        "if (n < 0) { i = n / m; }",
        "if (n < 0) { d = 1; }",
        "if (n < 0) { o = \"text\"; }",
        "if (n < 0) { return 3; }",
        "if (n < 0) { if (m < 0) { i++; } }",
        "if (n < 0) { i = n + 1; } else { i = m + 1; }"
      })
  void aBranchWithMoreOrOtherCodeIsNotAHammock(String body) {
    assertNull(ofFirst(sample(body)));
  }

  @Test
  void aHammockWithOneArmIsFound() {
    Hammock hammock = ofFirst(sample("if (d < 0) { i--; }"));
    assertEquals(0, hammock.branch);
    assertEquals(1, hammock.next);
    assertEquals(2, hammock.taken);
    assertEquals(2, hammock.join);
    assertEquals(-1, hammock.increment.incr);
  }

  @Test
  void aHammockWithTwoArmsIsFound() {
    Hammock hammock = ofFirst(sample("if (d < 0) { i++; } else { i = 3; }"));
    assertEquals(1, hammock.next);
    assertEquals(2, hammock.taken);
    assertEquals(3, hammock.join);
    assertNull(hammock.increment);
  }

  @Test
  void anArmThatAddsAVariableToAnotherHasNoIncrement() {
    assertNull(ofFirst(sample("if (n < 0) { n += m; }")).increment);
  }
}
