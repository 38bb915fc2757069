package org.kpathjvm.core.instrument.probes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.options.ProbeSet;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.ProbedCode;
import org.kpathjvm.core.instrument.oracle.SmallMethods;
import org.objectweb.asm.Opcodes;

/** What happens once in an activation: its entry, its exits, and the call of super(). */
class ActivationProbesTest implements Opcodes {
  @Test
  void aPathIsCompleteBeforeTheReturn() {
    assertEquals(
        "ACONST_NULL ICONST_1 .path ARETURN",
        ProbedCode.f(ProbeSet.PATHS, SmallMethods::returnsNull).text());
  }

  @Test
  void everyExitHasItsOwn() {
    ProbedCode code = ProbedCode.f(ProbeSet.PATHS, SmallMethods::catchAndReturn);
    String text = code.text();
    assertTrue(text.contains("ICONST_1 .path ARETURN"), text);
    assertTrue(text.endsWith("ICONST_2 .path ARETURN"), text);
  }

  @Test
  void aThrowCompletesAPathAsAReturnDoes() {
    String text = ProbedCode.f(ProbeSet.PATHS, SmallMethods::loopThenThrow).text();
    assertTrue(text.endsWith("ACONST_NULL ILOAD .path ATHROW"), text);
  }

  /** The catch-all comes next, and must find no sequence to close, and an empty word. */
  @Test
  void whatIsThrownHasNoSequenceLeftToBeClosed() {
    String text = ProbedCode.f(ProbeSet.STREAM, SmallMethods::loopThenThrow).text();
    assertTrue(text.contains(".exit LCONST_0 LSTORE LDC LSTORE ATHROW"), text);
    String sequences = ProbedCode.f(ProbeSet.SEQUENCES, SmallMethods::loopThenThrow).text();
    assertFalse(sequences.contains("LCONST_0 LSTORE ATHROW"), sequences);
  }

  @Test
  void edgesKnowNothingOfExits() {
    ProbedCode code = ProbedCode.f(ProbeSet.EDGES, SmallMethods::returnsNull);
    assertEquals("edges", code.plan.mode);
    assertEquals("ICONST_1 .count ACONST_NULL ARETURN", code.text());
  }

  @Test
  void theEntryIsCountedBeforeEverythingElse() {
    ProbedCode code = ProbedCode.f(ProbeSet.STREAM, SmallMethods::catchAndReturn);
    assertTrue(code.text().startsWith("ICONST_3 .count ILOAD LDC"), code.text());
    assertEquals(3, code.methodPlan().id(Counter.ENTRIES));
  }

  @Test
  void anActivationWithSeveralPathsStartsWithNoneAndTheRegisterAtItsFirst() {
    String text = ProbedCode.f(ProbeSet.SEQUENCES, SmallMethods::loop).text();
    assertTrue(text.startsWith("LCONST_0 LSTORE ICONST_1 ISTORE ILOAD IFLE"), text);
  }

  @Test
  void theLoopAtTheEntryGoesBackBehindTheEntrysProbes() {
    String text = ProbedCode.f(ProbeSet.PATHS, SmallMethods::loop).text();
    assertEquals(1, text.split("ICONST_1 ISTORE", -1).length - 1, text);
    assertTrue(text.startsWith("ICONST_1 ISTORE ILOAD IFLE"), text);
  }

  @Test
  void theCallOfSuperIsCountedBeforeAndAfter() {
    ProbedCode code = ProbedCode.of(ProbeSet.STREAM, constructor("Other"));
    MethodPlan plan = code.methodPlan();
    assertTrue(
        code.text().contains("ALOAD ICONST_3 .count INVOKESPECIAL ICONST_4 .count"), code.text());
    assertEquals(3, plan.id(Counter.SUPER_CALLS));
    assertEquals(4, plan.id(Counter.SUPER_RETURNS));
  }

  @Test
  void objectsConstructorDoesNotThrow() {
    ProbedCode code = ProbedCode.of(ProbeSet.STREAM, constructor("java/lang/Object"));
    assertEquals("ALOAD INVOKESPECIAL ICONST_1 .count RETURN", code.text());
  }

  private static byte[] constructor(String superclass) {
    return new GeneratedClass()
        .method(
            ACC_PUBLIC,
            "<init>",
            "()V",
            m -> {
              m.visitVarInsn(ALOAD, 0);
              m.visitMethodInsn(INVOKESPECIAL, superclass, "<init>", "()V", false);
              m.visitInsn(RETURN);
            })
        .bytes();
  }
}
