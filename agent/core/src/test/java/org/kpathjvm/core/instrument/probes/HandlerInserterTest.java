package org.kpathjvm.core.instrument.probes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.oracle.ClassFiles;
import org.kpathjvm.core.instrument.oracle.ProbedCode;
import org.kpathjvm.core.instrument.oracle.Schemes;
import org.kpathjvm.core.instrument.oracle.SmallMethods;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** Tests where an exception goes if one of the method's own handlers catches it. */
class HandlerInserterTest implements Opcodes {
  @Test
  void aDispatchIsCountedOnTheWayToTheHandler() {
    ProbedCode code = ProbedCode.f(Schemes.STREAM, SmallMethods::catchAndReturn);
    assertEquals("ICONST_3 .count GOTO", code.handler(0));
    assertEquals(3, code.methodPlan().counters().get(Counter.HANDLERS));
  }

  @Test
  void theTrampolineLeadsToTheHandlersOwnCode() {
    ProbedCode code = ProbedCode.f(Schemes.STREAM, SmallMethods::catchAndReturn);
    TryCatchBlockNode entry = code.method.tryCatchBlocks.get(0);
    LabelNode handler = jumpAfter(entry.handler).label;
    assertNotSame(entry.handler, handler);
    assertEquals("POP", ProbedCode.from(handler).split(" ")[0]);
  }

  private static JumpInsnNode jumpAfter(LabelNode label) {
    var at = label.getNext();
    while (at.getOpcode() != GOTO) {
      at = at.getNext();
    }
    return (JumpInsnNode) at;
  }

  @Test
  void tableEntriesOfOneHandlerShareATrampoline() {
    ProbedCode code = ProbedCode.f(Schemes.STREAM, SmallMethods::catchAndReturn);
    assertSame(
        code.method.tryCatchBlocks.get(0).handler, code.method.tryCatchBlocks.get(1).handler);
  }

  @Test
  void theRegisterIsSetOnTheWayToAHandlerThatReadsIt() {
    ProbedCode code = ProbedCode.f(Schemes.PATHS, SmallMethods::tryCatch);
    assertEquals("ICONST_2 ISTORE GOTO", code.handler(0));
  }

  @Test
  void theExceptionTableStaysIfNoCodeIsNeeded() {
    ProbedCode paths = ProbedCode.f(Schemes.PATHS, SmallMethods::catchAndReturn);
    assertEquals("POP", paths.handler(0).split(" ")[0]);
  }

  @Test
  void edgeSchemesCountDispatches() {
    ProbedCode edges = ProbedCode.f(Schemes.EDGES, SmallMethods::catchAndReturn);
    assertEquals("ICONST_2 .count GOTO", edges.handler(0));
    ProbedCode chords = ProbedCode.f(Schemes.CHORD_EDGES, SmallMethods::catchAndReturn);
    assertEquals("ICONST_2 .count GOTO", chords.handler(0));
  }

  /** Both a jump and the exception table lead to the handler's block. */
  @Test
  void aJumpIntoTheHandlerIsNotADispatch() {
    ProbedCode code =
        ProbedCode.f(
            Schemes.STREAM,
            m -> {
              Label start = new Label();
              Label end = new Label();
              Label handler = new Label();
              m.visitTryCatchBlock(start, end, handler, null);
              m.visitLabel(start);
              m.visitTypeInsn(NEW, "java/lang/Error");
              m.visitJumpInsn(GOTO, handler);
              m.visitLabel(end);
              m.visitLabel(handler);
              m.visitInsn(POP);
              SmallMethods.returnsNull(m);
            });
    LabelNode ofException = code.method.tryCatchBlocks.get(0).handler;
    assertEquals("ICONST_3 .count ICONST_2 ISTORE GOTO", ProbedCode.from(ofException));
    LabelNode ofJump = jumpAfter(code.method.tryCatchBlocks.get(0).start).label;
    assertEquals("POP", ProbedCode.from(ofJump).split(" ")[0]);
  }

  /**
   * An exception from the probe on the way to the handler must also lead to the handler. HotSpot's
   * rule for monitors requires this. The class {@code MonitorBalance} describes the rule.
   */
  @Test
  void theTrampolineToAMonitorsHandlerIsCovered() {
    String source =
        "interface Sample {"
            + "  static void f(Object lock) { synchronized (lock) { lock.notify(); } }"
            + "}";
    byte[] classFile = ClassFiles.compile("Sample", source).get("Sample");
    ProbedCode code = ProbedCode.of(Schemes.STREAM, classFile);
    TryCatchBlockNode counted = covering(code, "ICONST_3 .count GOTO");
    assertEquals("GOTO", ProbedCode.from(counted.handler));
    assertSame(counted.handler, covering(code, "GOTO").handler);
  }

  @Test
  void aFailureBeforeAMonitorsHandlerIsReported() {
    String source =
        "interface Sample {"
            + "  static void f(Object lock, int n) {"
            + "    synchronized (lock) { while (n-- > 0) { lock.notify(); } } }"
            + "}";
    byte[] classFile = ClassFiles.compile("Sample", source).get("Sample");
    ProbedCode code = ProbedCode.of(Schemes.PACKED_SEQUENCES, classFile);
    TryCatchBlockNode closed =
        covering(code, "LLOAD LLOAD LDC .close LCONST_0 LSTORE LCONST_1 LSTORE GOTO");
    assertEquals(
        "ICONST_1 PUTSTATIC LCONST_0 LSTORE LCONST_1 LSTORE GOTO", ProbedCode.from(closed.handler));
  }

  @Test
  void anUncountedDispatchToAMonitorsHandlerIsReported() {
    String source =
        "interface Sample {"
            + "  static void f(Object lock) { synchronized (lock) { lock.notify(); } }"
            + "}";
    byte[] classFile = ClassFiles.compile("Sample", source).get("Sample");
    for (Schemes probes : List.of(Schemes.EDGES, Schemes.CHORD_EDGES)) {
      ProbedCode code = ProbedCode.of(probes, classFile);
      TryCatchBlockNode counted = covering(code, code.handler(0));
      assertEquals("ICONST_1 PUTSTATIC GOTO", ProbedCode.from(counted.handler));
    }
  }

  private static TryCatchBlockNode covering(ProbedCode code, String covered) {
    for (int entry = 0; entry < code.method.tryCatchBlocks.size(); entry++) {
      if (code.covered(entry).equals(covered)) {
        return code.method.tryCatchBlocks.get(entry);
      }
    }
    throw new AssertionError("nothing covers " + covered + " in " + code.text());
  }
}
