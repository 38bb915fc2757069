package org.kpathjvm.core.instrument.exceptions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.kpathjvm.core.instrument.oracle.GeneratedClass.returnBoxed;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.SampleCode;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class HeldMonitorsTest implements Opcodes {
  private static void enter(MethodVisitor m) {
    m.visitInsn(ACONST_NULL);
    m.visitInsn(DUP);
    m.visitVarInsn(ASTORE, 1);
    m.visitInsn(MONITORENTER);
  }

  private static void leave(MethodVisitor m) {
    m.visitVarInsn(ALOAD, 1);
    m.visitInsn(MONITOREXIT);
  }

  /**
   * Returns a method with a synchronized block. If {@code covered}, a handler of the given type
   * covers the block.
   */
  private static SampleCode block(boolean covered, String type) {
    return SampleCode.f(
        m -> {
          Label start = new Label();
          Label end = new Label();
          Label handler = new Label();
          if (covered) {
            m.visitTryCatchBlock(start, end, handler, type);
          }
          enter(m);
          m.visitLabel(start);
          GeneratedClass.throwIf(m, 0, 3);
          leave(m);
          m.visitLabel(end);
          returnBoxed(m, 0);
          if (covered) {
            m.visitLabel(handler);
            leave(m);
            m.visitInsn(ATHROW);
          }
        });
  }

  @Test
  void aMethodWithoutMonitorsHasNoResult() {
    SampleCode sample = SampleCode.f(m -> returnBoxed(m, 0));
    assertNull(HeldMonitors.of(sample.code, sample.blocks));
  }

  @Test
  void aSynchronizedBlockHoldsOneMonitor() {
    SampleCode sample = block(true, null);
    HeldMonitors held = HeldMonitors.of(sample.code, sample.blocks);
    assertEquals(0, held.before(sample.place(MONITORENTER)));
    assertEquals(1, held.after(sample.place(MONITORENTER)));
    assertEquals(1, held.before(sample.place(INVOKESTATIC)));
    assertEquals(0, held.after(sample.place(MONITOREXIT)));
    assertEquals(0, held.before(sample.place(ARETURN)));
    assertEquals(1, held.before(sample.place(MONITOREXIT, 1)));
    assertEquals(0, held.before(sample.place(ATHROW)));
  }

  /**
   * Returns a method with a synchronized block that can't throw, because its only instruction is an
   * iinc. A handler covers the block. If {@code handlerLeavesIt}, the handler releases the monitor.
   */
  private static SampleCode quietBlock(boolean handlerLeavesIt) {
    return SampleCode.f(
        m -> {
          Label start = new Label();
          Label end = new Label();
          Label handler = new Label();
          m.visitTryCatchBlock(start, end, handler, null);
          enter(m);
          m.visitLabel(start);
          m.visitIincInsn(0, 1);
          leave(m);
          m.visitLabel(end);
          returnBoxed(m, 0);
          m.visitLabel(handler);
          if (handlerLeavesIt) {
            leave(m);
          }
          m.visitInsn(ATHROW);
        });
  }

  @Test
  void aHandlerOfCodeThatCannotThrowReleasesTheMonitor() {
    SampleCode sample = quietBlock(true);
    HeldMonitors held = HeldMonitors.of(sample.code, sample.blocks);
    assertEquals(1, held.before(sample.place(MONITOREXIT, 1)));
    assertEquals(0, held.before(sample.place(ATHROW)));
  }

  @Test
  void anUnreachableHandlerThatReleasesNoMonitorIsIgnored() {
    SampleCode sample = quietBlock(false);
    HeldMonitors held = HeldMonitors.of(sample.code, sample.blocks);
    assertEquals(-1, held.before(sample.place(ATHROW)));
    assertEquals(1, held.before(sample.place(MONITOREXIT)));
  }

  @Test
  void aSynchronizedBlockThatMayThrowNeedsACatchAll() {
    SampleCode uncovered = block(false, null);
    assertNull(HeldMonitors.of(uncovered.code, uncovered.blocks));
    SampleCode some = block(true, "java/lang/RuntimeException");
    assertNull(HeldMonitors.of(some.code, some.blocks));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void equallyManyMonitorsMustBeHeldOnAllWaysToAPlace(boolean both) {
    SampleCode sample =
        new SampleCode(
            new GeneratedClass(V1_5, ClassWriter.COMPUTE_MAXS)
                .f(
                    m -> {
                      Label other = new Label();
                      m.visitVarInsn(ILOAD, 0);
                      m.visitJumpInsn(IFEQ, other);
                      m.visitInsn(ACONST_NULL);
                      m.visitInsn(MONITORENTER);
                      if (both) {
                        m.visitInsn(ACONST_NULL);
                        m.visitInsn(MONITOREXIT);
                      }
                      m.visitLabel(other);
                      m.visitInsn(ACONST_NULL);
                      m.visitInsn(ARETURN);
                    })
                .bytes(),
            "f");
    HeldMonitors held = HeldMonitors.of(sample.code, sample.blocks);
    if (both) {
      assertNotNull(held);
    } else {
      assertNull(held);
    }
  }
}
