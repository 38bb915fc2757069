package org.kpathjvm.core.instrument;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.core.instrument.oracle.GeneratedClass.throwIf;

import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpathjvm.core.instrument.oracle.Differential;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.Records;
import org.kpathjvm.core.instrument.probes.Counter;
import org.kpathjvm.core.instrument.programs.Driver;
import org.kpathjvm.core.numbering.CutMode;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Tests constructors that javac doesn't generate, with frames (in class files of Java 11) and
 * without frames (in class files of Java 1.4).
 */
class GeneratedConstructorTest implements Opcodes {
  private static final String KEY = "Generated.<init>(I)V";

  /**
   * Returns a class with the given constructor. Its method f creates an object of the class and
   * returns the object's field n.
   */
  private static GeneratedClass program(int version, Consumer<MethodVisitor> constructor) {
    int flags = version < V1_6 ? ClassWriter.COMPUTE_MAXS : ClassWriter.COMPUTE_FRAMES;
    GeneratedClass generated = new GeneratedClass(version, flags);
    generated.field("n", "I");
    generated.method(ACC_PUBLIC, "<init>", "(I)V", constructor);
    return generated.f(
        m -> {
          m.visitTypeInsn(NEW, GeneratedClass.NAME);
          m.visitInsn(DUP);
          m.visitVarInsn(ILOAD, 0);
          m.visitMethodInsn(INVOKESPECIAL, GeneratedClass.NAME, "<init>", "(I)V", false);
          m.visitFieldInsn(GETFIELD, GeneratedClass.NAME, "n", "I");
          m.visitVarInsn(ISTORE, 0);
          GeneratedClass.returnBoxed(m, 0);
        });
  }

  private static Differential check(GeneratedClass generated) throws Exception {
    Differential.checkAll(generated.program(), Driver.class.getName());
    return new Differential(generated.program(), Driver.class.getName(), CutMode.BACK_EDGE, 4096)
        .check();
  }

  private static void callSuper(MethodVisitor m) {
    m.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
  }

  private static void setField(MethodVisitor m) {
    m.visitVarInsn(ALOAD, 0);
    m.visitVarInsn(ILOAD, 1);
    m.visitFieldInsn(PUTFIELD, GeneratedClass.NAME, "n", "I");
  }

  @ParameterizedTest
  @ValueSource(ints = {V1_4, V11})
  void eachBranchMayCallSuper(int version) throws Exception {
    check(
        program(
            version,
            m -> {
              Label other = new Label();
              Label joined = new Label();
              m.visitVarInsn(ILOAD, 1);
              m.visitInsn(ICONST_3);
              m.visitJumpInsn(IF_ICMPLT, other);
              throwIf(m, 1, 5);
              m.visitVarInsn(ALOAD, 0);
              callSuper(m);
              m.visitIincInsn(1, 3);
              m.visitJumpInsn(GOTO, joined);
              m.visitLabel(other);
              m.visitVarInsn(ALOAD, 0);
              callSuper(m);
              throwIf(m, 1, 2);
              m.visitLabel(joined);
              setField(m);
              throwIf(m, 1, 7);
              m.visitInsn(RETURN);
            }));
  }

  /** The loop runs before the call of super(), while {@code this} is on the stack. */
  @ParameterizedTest
  @ValueSource(ints = {V1_4, V11})
  void aLoopMayPrecedeTheCallOfSuper(int version) throws Exception {
    Differential done =
        check(
            program(
                version,
                m -> {
                  Label header = new Label();
                  m.visitVarInsn(ALOAD, 0);
                  m.visitLabel(header);
                  m.visitIincInsn(1, 2);
                  throwIf(m, 1, 8);
                  m.visitVarInsn(ILOAD, 1);
                  m.visitIntInsn(BIPUSH, 10);
                  m.visitJumpInsn(IF_ICMPLT, header);
                  callSuper(m);
                  setField(m);
                  m.visitInsn(RETURN);
                }));
    assertTrue(Records.plan(done.records.get(KEY)).counters().containsKey(Counter.ESCAPES));
  }

  /**
   * Before the call of super(), the constructor has a handler and creates another object. The call
   * of that object's constructor must not be taken for the call of super().
   */
  @ParameterizedTest
  @ValueSource(ints = {V1_4, V11})
  void aHandlerMayPrecedeTheCallOfSuper(int version) throws Exception {
    check(
        program(
            version,
            m -> {
              Label start = new Label();
              Label end = new Label();
              Label handler = new Label();
              Label on = new Label();
              m.visitTryCatchBlock(start, end, handler, "java/lang/IllegalStateException");
              m.visitLabel(start);
              m.visitTypeInsn(NEW, "java/lang/Object");
              m.visitInsn(DUP);
              callSuper(m);
              m.visitInsn(POP);
              throwIf(m, 1, 3);
              m.visitLabel(end);
              m.visitJumpInsn(GOTO, on);
              m.visitLabel(handler);
              m.visitInsn(POP);
              m.visitIincInsn(1, 40);
              m.visitLabel(on);
              throwIf(m, 1, 4);
              m.visitVarInsn(ALOAD, 0);
              callSuper(m);
              setField(m);
              throwIf(m, 1, 5);
              m.visitInsn(RETURN);
            }));
  }

  /**
   * After local 0 is overwritten, {@code this} is only on the stack. A handler's frame has only the
   * exception on its stack and so couldn't contain {@code this}. Therefore no catch-all may cover
   * this code. Without a catch-all, escapes (exceptions that leave the constructor) can't be
   * counted, so the constructor's entries are counted.
   */
  @ParameterizedTest
  @ValueSource(ints = {V1_4, V11})
  void escapesAreNotCountedIfThisIsOnlyOnTheStack(int version) throws Exception {
    Differential program =
        new Differential(
            program(
                    version,
                    m -> {
                      m.visitVarInsn(ALOAD, 0);
                      m.visitVarInsn(ILOAD, 1);
                      m.visitVarInsn(ISTORE, 0);
                      throwIf(m, 0, 3);
                      m.visitInsn(DUP);
                      callSuper(m);
                      m.visitVarInsn(ASTORE, 0);
                      setField(m);
                      m.visitInsn(RETURN);
                    })
                .program(),
            Driver.class.getName(),
            CutMode.BACK_EDGE,
            4096);
    assertEquals(program.runPlain(), program.runInstrumented());
    assertFalse(Records.plan(program.records.get(KEY)).counters().containsKey(Counter.ESCAPES));
    assertTrue(Records.plan(program.records.get(KEY)).counters().containsKey(Counter.ENTRIES));
  }
}
