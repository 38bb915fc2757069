package org.kpathjvm.core.instrument;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.core.instrument.oracle.GeneratedClass.returnBoxed;
import static org.kpathjvm.core.instrument.oracle.GeneratedClass.throwIf;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpathjvm.core.instrument.oracle.Differential;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.Records;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.programs.Driver;
import org.kpathjvm.core.numbering.CutMode;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Tests code that compilers other than javac can generate. */
class GeneratedCodeTest implements Opcodes {
  private static void check(Consumer<MethodVisitor> f) throws Exception {
    checkAll(new GeneratedClass().f(f));
  }

  private static void checkAll(GeneratedClass generated) throws Exception {
    Differential.checkAll(generated.program(), Driver.class.getName());
  }

  /**
   * Emits a loop with two entries: {@code if (n > 3) goto second; first: n += 2; second: n++; if (n
   * < 9) goto first}.
   */
  private static void irreducible(MethodVisitor m) {
    Label first = new Label();
    Label second = new Label();
    m.visitVarInsn(ILOAD, 0);
    m.visitInsn(ICONST_3);
    m.visitJumpInsn(IF_ICMPGT, second);
    m.visitLabel(first);
    m.visitIincInsn(0, 2);
    m.visitLabel(second);
    m.visitIincInsn(0, 1);
    m.visitVarInsn(ILOAD, 0);
    m.visitIntInsn(BIPUSH, 9);
    m.visitJumpInsn(IF_ICMPLT, first);
    returnBoxed(m, 0);
  }

  @Test
  void aLoopMayHaveTwoEntries() throws Exception {
    check(GeneratedCodeTest::irreducible);
  }

  /**
   * Class files before version 50 have no frames, and class files of version 50 may lack frames.
   * The JVM's old verifier infers the types that frames would declare.
   */
  @ParameterizedTest
  @ValueSource(ints = {V1_1, V1_2, V1_4, V1_5, V1_6})
  void oldClassFilesMayHaveNoFrames(int version) throws Exception {
    checkAll(
        new GeneratedClass(version, ClassWriter.COMPUTE_MAXS)
            .f(
                m -> {
                  Label start = new Label();
                  Label end = new Label();
                  Label handler = new Label();
                  m.visitTryCatchBlock(start, end, handler, "java/lang/IllegalStateException");
                  m.visitLabel(start);
                  throwIf(m, 0, 4);
                  m.visitLabel(end);
                  irreducible(m);
                  m.visitLabel(handler);
                  m.visitInsn(ARETURN);
                }));
  }

  @Test
  void anOrdinaryEdgeMayLeadToAHandler() throws Exception {
    check(
        m -> {
          Label start = new Label();
          Label end = new Label();
          Label handler = new Label();
          m.visitTryCatchBlock(start, end, handler, null);
          m.visitInsn(ACONST_NULL);
          m.visitVarInsn(ILOAD, 0);
          m.visitJumpInsn(IFLT, handler);
          m.visitInsn(POP);
          m.visitLabel(start);
          throwIf(m, 0, 2);
          throwIf(m, 0, 3);
          m.visitLabel(end);
          m.visitInsn(ACONST_NULL);
          m.visitLabel(handler);
          m.visitInsn(POP);
          m.visitIincInsn(0, 3);
          m.visitVarInsn(ILOAD, 0);
          m.visitIntInsn(BIPUSH, 9);
          m.visitJumpInsn(IF_ICMPLT, start);
          returnBoxed(m, 0);
        });
  }

  /** The handler covers itself, and its first block is the header of a loop of ordinary edges. */
  @Test
  void aHandlerMayBeALoopHeaderAndCoverItself() throws Exception {
    check(
        m -> {
          Label start = new Label();
          Label handler = new Label();
          Label end = new Label();
          m.visitTryCatchBlock(start, end, handler, "java/lang/IllegalStateException");
          m.visitLabel(start);
          throwIf(m, 0, 2);
          m.visitInsn(ACONST_NULL);
          m.visitLabel(handler);
          m.visitInsn(POP);
          m.visitIincInsn(0, 1);
          throwIf(m, 0, 3);
          m.visitLabel(end);
          m.visitInsn(ACONST_NULL);
          m.visitVarInsn(ILOAD, 0);
          m.visitIntInsn(BIPUSH, 6);
          m.visitJumpInsn(IF_ICMPLT, handler);
          m.visitInsn(POP);
          returnBoxed(m, 0);
        });
  }

  @Test
  void aBranchMayLeadToTheNextInstruction() throws Exception {
    check(
        m -> {
          Label next = new Label();
          Label header = new Label();
          m.visitVarInsn(ILOAD, 0);
          m.visitJumpInsn(IFLE, next);
          m.visitLabel(next);
          m.visitVarInsn(ILOAD, 0);
          m.visitJumpInsn(IFGT, header);
          m.visitLabel(header);
          m.visitIincInsn(0, 2);
          m.visitVarInsn(ILOAD, 0);
          m.visitIntInsn(BIPUSH, 7);
          m.visitJumpInsn(IF_ICMPLT, header);
          returnBoxed(m, 0);
        });
  }

  /**
   * While a branch and a switch are taken, the stack holds a long. At the switch, the stack also
   * holds an object that isn't initialised yet.
   */
  @Test
  void theStackMayHoldValuesAcrossBranches() throws Exception {
    check(
        m -> {
          Label zero = new Label();
          Label one = new Label();
          Label other = new Label();
          Label joined = new Label();
          Label made = new Label();
          m.visitLdcInsn(5L);
          m.visitLabel(made);
          m.visitTypeInsn(NEW, "java/lang/Integer");
          m.visitInsn(DUP);
          m.visitVarInsn(ILOAD, 0);
          m.visitTableSwitchInsn(0, 3, other, zero, one, zero, other);
          m.visitLabel(zero);
          m.visitIntInsn(BIPUSH, 10);
          m.visitJumpInsn(GOTO, joined);
          m.visitLabel(one);
          m.visitIntInsn(BIPUSH, 20);
          m.visitJumpInsn(GOTO, joined);
          m.visitLabel(other);
          m.visitVarInsn(ILOAD, 0);
          m.visitLabel(joined);
          m.visitMethodInsn(INVOKESPECIAL, "java/lang/Integer", "<init>", "(I)V", false);
          m.visitVarInsn(ASTORE, 1);
          m.visitIincInsn(0, 1);
          m.visitVarInsn(ILOAD, 0);
          m.visitInsn(ICONST_3);
          m.visitJumpInsn(IF_ICMPLE, made);
          m.visitInsn(POP2);
          m.visitVarInsn(ALOAD, 1);
          m.visitInsn(ARETURN);
        });
  }

  @Test
  void deadCodeIsNotCounted() throws Exception {
    check(
        m -> {
          Label live = new Label();
          Label deadLoop = new Label();
          Label deadEnd = new Label();
          Label deadHandler = new Label();
          m.visitTryCatchBlock(deadLoop, deadEnd, deadHandler, null);
          m.visitJumpInsn(GOTO, live);
          m.visitLabel(deadLoop);
          m.visitIincInsn(0, 5);
          m.visitJumpInsn(GOTO, deadLoop);
          m.visitLabel(deadEnd);
          m.visitLabel(deadHandler);
          m.visitInsn(POP);
          m.visitLabel(live);
          m.visitIincInsn(0, 1);
          m.visitVarInsn(ILOAD, 0);
          m.visitInsn(ICONST_4);
          m.visitJumpInsn(IF_ICMPLT, live);
          returnBoxed(m, 0);
        });
  }

  /**
   * The dead code has frames and leads to live code. The class isn't written with COMPUTE_FRAMES,
   * because ASM would then replace the dead code.
   */
  @Test
  void deadCodeMayHaveFrames() throws Exception {
    Object[] locals = {INTEGER};
    checkAll(
        new GeneratedClass(V11, ClassWriter.COMPUTE_MAXS)
            .f(
                m -> {
                  Label live = new Label();
                  Label dead = new Label();
                  Label end = new Label();
                  Label handler = new Label();
                  m.visitTryCatchBlock(dead, end, handler, null);
                  m.visitJumpInsn(GOTO, live);
                  m.visitLabel(dead);
                  m.visitFrame(F_NEW, 1, locals, 0, null);
                  m.visitIincInsn(0, 5);
                  m.visitJumpInsn(GOTO, live);
                  m.visitLabel(end);
                  m.visitLabel(handler);
                  m.visitFrame(F_NEW, 1, locals, 1, new Object[] {"java/lang/Throwable"});
                  m.visitInsn(POP);
                  m.visitLabel(live);
                  m.visitFrame(F_NEW, 1, locals, 0, null);
                  throwIf(m, 0, 2);
                  m.visitIincInsn(0, 1);
                  m.visitVarInsn(ILOAD, 0);
                  m.visitInsn(ICONST_4);
                  m.visitJumpInsn(IF_ICMPLT, live);
                  returnBoxed(m, 0);
                }));
  }

  /**
   * Emits a loop with a finally block that is a subroutine, as old compilers generated it. Two
   * calls of the subroutine are in the try block, and one is in the handler.
   */
  private static void subroutine(MethodVisitor m) {
    Label loop = new Label();
    Label start = new Label();
    Label end = new Label();
    Label handler = new Label();
    Label second = new Label();
    Label after = new Label();
    Label finallyBlock = new Label();
    Label returns = new Label();
    m.visitTryCatchBlock(start, end, handler, null);
    m.visitInsn(ICONST_0);
    m.visitVarInsn(ISTORE, 2);
    m.visitLabel(loop);
    m.visitLabel(start);
    throwIf(m, 0, 5);
    m.visitVarInsn(ILOAD, 0);
    m.visitInsn(ICONST_2);
    m.visitInsn(IREM);
    m.visitJumpInsn(IFEQ, second);
    m.visitJumpInsn(JSR, finallyBlock);
    m.visitJumpInsn(GOTO, after);
    m.visitLabel(second);
    m.visitJumpInsn(JSR, finallyBlock);
    m.visitLabel(end);
    m.visitIincInsn(2, 1);
    m.visitJumpInsn(GOTO, after);
    m.visitLabel(handler);
    m.visitInsn(POP);
    m.visitJumpInsn(JSR, finallyBlock);
    m.visitIincInsn(2, 100);
    m.visitLabel(after);
    m.visitIincInsn(0, 1);
    m.visitVarInsn(ILOAD, 0);
    m.visitIntInsn(BIPUSH, 7);
    m.visitJumpInsn(IF_ICMPLT, loop);
    returnBoxed(m, 2);
    m.visitLabel(finallyBlock);
    m.visitVarInsn(ASTORE, 3);
    m.visitIincInsn(2, 10);
    m.visitVarInsn(ILOAD, 2);
    m.visitIntInsn(BIPUSH, 50);
    m.visitJumpInsn(IF_ICMPLT, returns);
    m.visitIincInsn(2, -50);
    m.visitLabel(returns);
    m.visitVarInsn(RET, 3);
  }

  @ParameterizedTest
  @ValueSource(ints = {V1_1, V1_4, V1_5, V1_6})
  void subroutinesAreInlined(int version) throws Exception {
    GeneratedClass generated = new GeneratedClass(version, ClassWriter.COMPUTE_MAXS);
    Differential program =
        new Differential(
            generated.f(GeneratedCodeTest::subroutine).program(),
            Driver.class.getName(),
            CutMode.BACK_EDGE,
            4096);
    String instrumented = program.runInstrumented();
    assertFalse(program.recordedSequences().isEmpty());
    assertEquals(program.runPlain(), instrumented);
    MethodPlan plan = Records.plan(program.records.get("Generated.f(I)Ljava/lang/Object;"));
    long copies =
        java.util.stream.IntStream.range(0, plan.code.blocks.count())
            .filter(
                block ->
                    plan.code.original.node(plan.code.blocks.first(block)).getOpcode() == ASTORE)
            .count();
    assertEquals(3, copies);
    assertTrue(plan.code.blocks.count() > 12);
  }
}
