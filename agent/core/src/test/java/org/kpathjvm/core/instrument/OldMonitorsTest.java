package org.kpathjvm.core.instrument;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.core.instrument.oracle.GeneratedClass.returnBoxed;
import static org.kpathjvm.core.instrument.oracle.GeneratedClass.throwIf;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.oracle.Differential;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.MonitorBalance;
import org.kpathjvm.core.instrument.oracle.RawCode;
import org.kpathjvm.core.instrument.programs.Driver;
import org.kpathjvm.core.numbering.CutMode;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Tests synchronized blocks as old versions of javac and other compilers generate them. HotSpot
 * must still compile methods with such blocks after probes have been added.
 */
class OldMonitorsTest implements Opcodes {
  private static void check(int version, int flags, Consumer<MethodVisitor> f) throws Exception {
    GeneratedClass generated = new GeneratedClass(version, flags).f(f);
    Map<String, byte[]> program = generated.program();
    Differential.checkAll(program, Driver.class.getName());
    byte[] original = program.get(GeneratedClass.NAME);
    for (CutMode cut : CutMode.values()) {
      InstrumentedClass result =
          new ClassInstrumenter()
              .instrument(
                  original,
                  "test",
                  new InstrumentOptions(cut, 4096),
                  new AtomicInteger(1)::getAndAdd);
      RawCode before = RawCode.of(original).get("f(I)Ljava/lang/Object;");
      RawCode after = RawCode.of(result.bytes()).get("f(I)Ljava/lang/Object;");
      assertTrue(MonitorBalance.isBalanced(before), "unbalanced even without probes");
      assertTrue(MonitorBalance.isBalanced(after), cut.toString());
    }
  }

  private static void enter(MethodVisitor m, int local) {
    m.visitLdcInsn("monitor");
    m.visitInsn(DUP);
    m.visitVarInsn(ASTORE, local);
    m.visitInsn(MONITORENTER);
  }

  private static void leave(MethodVisitor m, int local) {
    m.visitVarInsn(ALOAD, local);
    m.visitInsn(MONITOREXIT);
  }

  /**
   * No instruction of the loop can throw. So by HotSpot's rule for monitors ({@link
   * MonitorBalance}), control can reach the handler only from a probe on the back edge.
   */
  @Test
  void aLoopThatCannotThrowMayHoldAMonitor() throws Exception {
    check(
        V1_2,
        ClassWriter.COMPUTE_MAXS,
        m -> {
          Label start = new Label();
          Label end = new Label();
          Label handler = new Label();
          Label loop = new Label();
          Label out = new Label();
          m.visitTryCatchBlock(start, end, handler, null);
          m.visitInsn(ICONST_0);
          m.visitVarInsn(ISTORE, 2);
          enter(m, 1);
          m.visitLabel(start);
          m.visitLabel(loop);
          m.visitVarInsn(ILOAD, 2);
          m.visitVarInsn(ILOAD, 0);
          m.visitJumpInsn(IF_ICMPGE, out);
          m.visitIincInsn(2, 1);
          m.visitJumpInsn(GOTO, loop);
          m.visitLabel(out);
          leave(m, 1);
          m.visitLabel(end);
          returnBoxed(m, 2);
          m.visitLabel(handler);
          leave(m, 1);
          m.visitInsn(ATHROW);
        });
  }

  /**
   * The handler's range extends beyond the place where the monitor is released. javac 1.3 and Jikes
   * generated such ranges.
   */
  @Test
  void theRangeMayCoverAReturn() throws Exception {
    check(
        V1_2,
        ClassWriter.COMPUTE_MAXS,
        m -> {
          Label start = new Label();
          Label handler = new Label();
          Label zero = new Label();
          m.visitTryCatchBlock(start, handler, handler, null);
          enter(m, 1);
          m.visitLabel(start);
          throwIf(m, 0, 2);
          m.visitVarInsn(ILOAD, 0);
          m.visitJumpInsn(IFEQ, zero);
          leave(m, 1);
          m.visitVarInsn(ALOAD, 1);
          m.visitInsn(ARETURN);
          m.visitLabel(zero);
          leave(m, 1);
          m.visitInsn(ACONST_NULL);
          m.visitInsn(ARETURN);
          m.visitLabel(handler);
          m.visitVarInsn(ASTORE, 2);
          leave(m, 1);
          m.visitVarInsn(ALOAD, 2);
          m.visitInsn(ATHROW);
        });
  }

  /**
   * As in {@link #theRangeMayCoverAReturn}, the handler's range extends beyond the place where the
   * monitor is released. Here, a loop begins at that place.
   */
  @Test
  void theRangeMayCoverALoop() throws Exception {
    check(
        V1_2,
        ClassWriter.COMPUTE_MAXS,
        m -> {
          Label start = new Label();
          Label handler = new Label();
          Label head = new Label();
          m.visitTryCatchBlock(start, handler, handler, null);
          enter(m, 1);
          m.visitLabel(start);
          throwIf(m, 0, 2);
          leave(m, 1);
          m.visitLabel(head);
          m.visitIincInsn(0, 1);
          m.visitVarInsn(ILOAD, 0);
          m.visitInsn(ICONST_5);
          m.visitJumpInsn(IF_ICMPLT, head);
          m.visitInsn(ACONST_NULL);
          m.visitInsn(ARETURN);
          m.visitLabel(handler);
          m.visitVarInsn(ASTORE, 2);
          leave(m, 1);
          m.visitVarInsn(ALOAD, 2);
          m.visitInsn(ATHROW);
        });
  }

  /**
   * Clojure generates code like this. The handler that releases the monitor doesn't cover itself.
   * An outer {@code finally} block covers this handler, but releases no monitor.
   */
  @Test
  void anotherRangeMayCoverTheHandler() throws Exception {
    check(
        V11,
        ClassWriter.COMPUTE_FRAMES,
        m -> {
          Label outer = new Label();
          Label start = new Label();
          Label end = new Label();
          Label handler = new Label();
          Label joined = new Label();
          Label last = new Label();
          m.visitTryCatchBlock(start, end, handler, null);
          m.visitTryCatchBlock(outer, joined, last, null);
          m.visitLabel(outer);
          throwIf(m, 0, 3);
          enter(m, 1);
          m.visitLabel(start);
          throwIf(m, 0, 2);
          m.visitLabel(end);
          leave(m, 1);
          m.visitJumpInsn(GOTO, joined);
          m.visitLabel(handler);
          m.visitVarInsn(ASTORE, 2);
          leave(m, 1);
          m.visitVarInsn(ALOAD, 2);
          m.visitInsn(ATHROW);
          m.visitLabel(joined);
          returnBoxed(m, 0);
          m.visitLabel(last);
          m.visitInsn(ARETURN);
        });
  }
}
