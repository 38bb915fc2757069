package org.kpathjvm.core.instrument.probes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.ProbedCode;
import org.kpathjvm.core.instrument.oracle.Schemes;
import org.kpathjvm.core.instrument.oracle.SmallMethods;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Tests the probes that run at most once in an activation: at its entry, at its exit, and at the
 * call of super().
 */
class ActivationProbesTest implements Opcodes {
  @Test
  void aPathIsCompleteBeforeTheReturn() {
    assertEquals(
        "ACONST_NULL ICONST_1 .path ARETURN",
        ProbedCode.f(Schemes.PATHS, SmallMethods::returnsNull).text());
  }

  @Test
  void everyExitHasItsOwnProbe() {
    ProbedCode code = ProbedCode.f(Schemes.PATHS, SmallMethods::catchAndReturn);
    String text = code.text();
    assertTrue(text.contains("ICONST_1 .path ARETURN"), text);
    assertTrue(text.endsWith("ICONST_2 .path ARETURN"), text);
  }

  @Test
  void aThrowCompletesAPathAsAReturnDoes() {
    String text = ProbedCode.f(Schemes.PATHS, SmallMethods::loopThenThrow).text();
    assertTrue(text.endsWith("ACONST_NULL ILOAD .path ATHROW"), text);
  }

  /**
   * With packed paths, the catch-all handler runs after the ATHROW. It must find no paths in the
   * word (the local variable for packed paths), and no sequence to close. The scheme SEQUENCES has
   * no catch-all handler, so its code resets nothing.
   */
  @Test
  void anAthrowLeavesNoSequenceToClose() {
    String text = ProbedCode.f(Schemes.STREAM, SmallMethods::loopThenThrow).text();
    assertTrue(text.contains(".exit LCONST_0 LSTORE LDC LSTORE ATHROW"), text);
    String sequences = ProbedCode.f(Schemes.SEQUENCES, SmallMethods::loopThenThrow).text();
    assertFalse(sequences.contains("LCONST_0 LSTORE ATHROW"), sequences);
  }

  @Test
  void edgeCountersIgnoreExits() {
    ProbedCode code = ProbedCode.f(Schemes.EDGES, SmallMethods::returnsNull);
    assertEquals("edges", code.plan.mode);
    assertEquals("ICONST_1 .count ACONST_NULL ARETURN", code.text());
  }

  /** In a method with one block, the number of exits follows from the number of entries. */
  @Test
  void chordCountersIncludeTheExitOfAMethodWithALoop() {
    String loop = ProbedCode.f(Schemes.CHORD_EDGES, SmallMethods::loop).text();
    assertTrue(loop.endsWith(".count ARETURN"), loop);
    String alone = ProbedCode.f(Schemes.CHORD_EDGES, SmallMethods::returnsNull).text();
    assertEquals("ICONST_1 .count ACONST_NULL ARETURN", alone);
  }

  @Test
  void theEntryIsCountedBeforeEverythingElse() {
    ProbedCode code = ProbedCode.f(Schemes.STREAM, SmallMethods::catchAndReturn);
    assertTrue(code.text().startsWith("ICONST_4 .count ILOAD LDC"), code.text());
    assertEquals(4, code.methodPlan().counters().get(Counter.ENTRIES));
  }

  @Test
  void theEntrySetsTheActivationAndTheRegister() {
    String text = ProbedCode.f(Schemes.SEQUENCES, SmallMethods::loop).text();
    assertTrue(text.startsWith("LCONST_0 LSTORE ICONST_1 ISTORE ILOAD IFLE"), text);
  }

  @Test
  void aLoopAtTheEntryDoesNotRepeatTheEntrysCode() {
    String text = ProbedCode.f(Schemes.PATHS, SmallMethods::loop).text();
    assertEquals(1, text.split("ICONST_1 ISTORE", -1).length - 1, text);
    assertTrue(text.startsWith("ICONST_1 ISTORE ILOAD IFLE"), text);
  }

  @Test
  void countersAreBeforeAndAfterTheCallOfSuper() {
    ProbedCode code = ProbedCode.of(Schemes.STREAM, constructor("Other", this::countToFive));
    assertTrue(
        code.text().contains("ALOAD BIPUSH .count INVOKESPECIAL ICONST_5 .count"), code.text());
    MethodPlan plan = code.methodPlan();
    assertEquals(
        plan.counters().get(Counter.SUPER_RETURNS) + 1, plan.counters().get(Counter.SUPER_CALLS));
  }

  @Test
  void withoutALoopTheCallOfSuperIsNotCounted() {
    ProbedCode code = ProbedCode.of(Schemes.STREAM, constructor("Other", m -> {}));
    assertEquals("ICONST_2 .count ALOAD INVOKESPECIAL ICONST_1 .count RETURN", code.text());
  }

  private void countToFive(MethodVisitor m) {
    Label header = new Label();
    m.visitInsn(ICONST_0);
    m.visitVarInsn(ISTORE, 1);
    m.visitLabel(header);
    m.visitIincInsn(1, 1);
    m.visitVarInsn(ILOAD, 1);
    m.visitInsn(ICONST_5);
    m.visitJumpInsn(IF_ICMPLT, header);
  }

  @Test
  void noEntryIsCountedIfOnlyObjectsConstructorIsCalled() {
    ProbedCode code = ProbedCode.of(Schemes.STREAM, constructor("java/lang/Object", m -> {}));
    assertEquals("ALOAD INVOKESPECIAL ICONST_1 .count RETURN", code.text());
  }

  private static byte[] constructor(String superclass, Consumer<MethodVisitor> last) {
    return new GeneratedClass()
        .method(
            ACC_PUBLIC,
            "<init>",
            "()V",
            m -> {
              m.visitVarInsn(ALOAD, 0);
              m.visitMethodInsn(INVOKESPECIAL, superclass, "<init>", "()V", false);
              last.accept(m);
              m.visitInsn(RETURN);
            })
        .bytes();
  }
}
