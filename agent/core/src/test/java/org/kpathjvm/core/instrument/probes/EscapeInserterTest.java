package org.kpathjvm.core.instrument.probes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.ProbedCode;
import org.kpathjvm.core.instrument.oracle.Schemes;
import org.kpathjvm.core.instrument.oracle.SmallMethods;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** Tests the catch-all handler, which runs when an exception leaves a method (an escape). */
class EscapeInserterTest implements Opcodes {
  private static TryCatchBlockNode last(ProbedCode code) {
    List<TryCatchBlockNode> table = code.method.tryCatchBlocks;
    return table.get(table.size() - 1);
  }

  @Test
  void anEscapeIsCountedAndRethrown() {
    ProbedCode code = ProbedCode.f(Schemes.STREAM, SmallMethods::catchOfDivision);
    assertEquals("ICONST_3 .count ATHROW", ProbedCode.from(last(code).handler));
    assertEquals(3, code.methodPlan().counters().get(Counter.ESCAPES));
    assertNull(last(code).type);
  }

  /**
   * In the exception table, the method's own handlers come before the catch-all handler. So the
   * catch-all handler gets only exceptions that the method doesn't catch.
   */
  @Test
  void theCatchAllIsTheLastEntry() {
    ProbedCode code = ProbedCode.f(Schemes.STREAM, SmallMethods::catchOfDivision);
    assertEquals(3, code.method.tryCatchBlocks.size());
    assertEquals("java/lang/RuntimeException", code.method.tryCatchBlocks.get(0).type);
    assertEquals("java/lang/Error", code.method.tryCatchBlocks.get(1).type);
  }

  @Test
  void theCatchAllCoversAllOtherCode() {
    ProbedCode code = ProbedCode.f(Schemes.STREAM, SmallMethods::catchOfDivision);
    String covered = code.covered(2);
    assertTrue(covered.endsWith("ARETURN ICONST_4 .count GOTO"), covered);
    assertEquals(code.text(), covered + " " + code.handler(2));
  }

  @Test
  void theProbeAtTheEntryIsNotCovered() {
    ProbedCode code = ProbedCode.f(Schemes.STREAM, SmallMethods::loopThenThrow);
    String rest = code.covered(0) + " " + code.handler(0);
    assertTrue(code.text().endsWith(rest), code.text());
    String entry = code.text().substring(0, code.text().length() - rest.length());
    assertTrue(entry.matches("\\w+ \\.count LCONST_0 LSTORE .*"), entry);
  }

  /**
   * Where entries are counted, escapes needn't be counted. Entries minus completed activations are
   * the activations that an exception ended or that still run.
   */
  @Test
  void countedEntriesMakeACatchAllUnnecessary() {
    ProbedCode code = ProbedCode.f(Schemes.STREAM, SmallMethods::catchAndReturn);
    assertEquals(2, code.method.tryCatchBlocks.size());
  }

  @Test
  void codeThatCannotThrowHasNoCatchAll() {
    ProbedCode code = ProbedCode.f(Schemes.STREAM, SmallMethods::returnsNull);
    assertEquals(List.of(), code.method.tryCatchBlocks);
  }

  @Test
  void schemesThatRecordNoExceptionsHaveNoCatchAll() {
    for (Schemes probes : List.of(Schemes.PATHS, Schemes.SEQUENCES, Schemes.EDGES)) {
      assertEquals(
          2, ProbedCode.f(probes, SmallMethods::catchAndReturn).method.tryCatchBlocks.size());
    }
  }

  /**
   * The method's own code can't throw. But the calls of probes may overflow the stack. So the
   * catch-all handler covers the calls that record the loop's trips and the call at the exit.
   */
  @Test
  void theWordIsClosedWhenAnExceptionLeavesTheMethod() {
    ProbedCode code = ProbedCode.f(Schemes.PACKED_SEQUENCES, SmallMethods::loop);
    assertEquals("LLOAD LLOAD LDC LLOAD ILOAD .close ATHROW", ProbedCode.from(last(code).handler));
    assertTrue(code.covered(1).contains(".run"), code.covered(1));
    assertTrue(code.covered(1).contains(".exit"), code.covered(1));
  }

  @Test
  void aFailureToCloseTheWordIsReported() {
    ProbedCode code = ProbedCode.f(Schemes.PACKED_SEQUENCES, SmallMethods::loop);
    assertEquals("LLOAD LLOAD LDC LLOAD ILOAD .close", code.covered(0));
    assertEquals("ICONST_1 PUTSTATIC ATHROW", code.handler(0));
  }

  @Test
  void methodsWithoutHeldBackPathsHaveNoCatchAll() {
    ProbedCode code = ProbedCode.f(Schemes.PACKED_SEQUENCES, SmallMethods::catchAndReturn);
    assertEquals(2, code.method.tryCatchBlocks.size());
  }

  @Test
  void aConstructorHasACatchAllBeforeAndAfterSuper() {
    byte[] constructor =
        new GeneratedClass()
            .method(
                ACC_PUBLIC,
                "<init>",
                "(I)V",
                m -> {
                  SmallMethods.divide(m, 1);
                  m.visitVarInsn(ALOAD, 0);
                  m.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
                  SmallMethods.divide(m, 1);
                  countToFive(m);
                  m.visitInsn(RETURN);
                })
            .bytes();
    ProbedCode code = ProbedCode.of(Schemes.STREAM, constructor);
    assertEquals(2, code.method.tryCatchBlocks.size());
    assertEquals(code.handler(0), code.handler(1));
    assertTrue(code.covered(0).contains("IDIV") && code.covered(1).contains("IDIV"));
    for (int entry = 0; entry < 2; entry++) {
      assertTrue(!code.covered(entry).contains("INVOKESPECIAL"), code.covered(entry));
    }
  }

  private static void countToFive(MethodVisitor m) {
    Label header = new Label();
    m.visitLabel(header);
    m.visitIincInsn(1, 1);
    m.visitVarInsn(ILOAD, 1);
    m.visitInsn(ICONST_5);
    m.visitJumpInsn(IF_ICMPLT, header);
  }
}
