package org.kpathjvm.core.instrument.oracle;

import static org.kpathjvm.core.instrument.oracle.GeneratedClass.returnBoxed;
import static org.kpathjvm.core.instrument.oracle.GeneratedClass.throwIf;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Code of {@code static Object f(int n)} for tests that look at individual probes. */
public final class SmallMethods implements Opcodes {
  private SmallMethods() {}

  /** Emits code that has one path and can't throw. */
  public static void returnsNull(MethodVisitor m) {
    m.visitInsn(ACONST_NULL);
    m.visitInsn(ARETURN);
  }

  /** Emits {@code while (n > 0) n--; return null;}. The loop's header is the method's entry. */
  public static void loop(MethodVisitor m) {
    countDown(m);
    returnsNull(m);
  }

  /** Emits {@code while (n > 0) n--;}. */
  public static void countDown(MethodVisitor m) {
    Label header = new Label();
    Label out = new Label();
    m.visitLabel(header);
    m.visitVarInsn(ILOAD, 0);
    m.visitJumpInsn(IFLE, out);
    m.visitIincInsn(0, -1);
    m.visitJumpInsn(GOTO, header);
    m.visitLabel(out);
  }

  /**
   * Emits {@code while (n < bound) n++;}.
   *
   * @param bound the bound, which fits into a byte
   */
  public static void countTo(MethodVisitor m, int bound) {
    Label header = new Label();
    Label out = new Label();
    m.visitLabel(header);
    m.visitVarInsn(ILOAD, 0);
    m.visitIntInsn(BIPUSH, bound);
    m.visitJumpInsn(IF_ICMPGE, out);
    m.visitIincInsn(0, 1);
    m.visitJumpInsn(GOTO, header);
    m.visitLabel(out);
  }

  /** Emits the loop of {@link #countDown} and then {@code throw null}. */
  public static void loopThenThrow(MethodVisitor m) {
    countDown(m);
    m.visitInsn(ACONST_NULL);
    m.visitInsn(ATHROW);
  }

  /** Emits {@code try { throwIfEqual(n, 1); } catch (Throwable t) { } return n;}. */
  public static void tryCatch(MethodVisitor m) {
    Label start = new Label();
    Label end = new Label();
    Label handler = new Label();
    Label joined = new Label();
    m.visitTryCatchBlock(start, end, handler, null);
    m.visitLabel(start);
    throwIf(m, 0, 1);
    m.visitLabel(end);
    m.visitJumpInsn(GOTO, joined);
    m.visitLabel(handler);
    m.visitInsn(POP);
    m.visitLabel(joined);
    returnBoxed(m, 0);
  }

  /** Emits {@code try { 1 / n } catch ... { } return null}, which calls nothing. */
  public static void catchOfDivision(MethodVisitor m) {
    Label start = new Label();
    Label end = new Label();
    Label handler = new Label();
    m.visitTryCatchBlock(start, end, handler, "java/lang/RuntimeException");
    m.visitTryCatchBlock(start, end, handler, "java/lang/Error");
    m.visitLabel(start);
    divide(m, 0);
    m.visitLabel(end);
    returnsNull(m);
    m.visitLabel(handler);
    m.visitInsn(POP);
    returnsNull(m);
  }

  /** Emits code that divides 1 by a local variable. */
  public static void divide(MethodVisitor m, int local) {
    m.visitInsn(ICONST_1);
    m.visitVarInsn(ILOAD, local);
    m.visitInsn(IDIV);
    m.visitInsn(POP);
  }

  /** Emits code with a handler that returns. Only one path begins at the handler. */
  public static void catchAndReturn(MethodVisitor m) {
    Label start = new Label();
    Label end = new Label();
    Label handler = new Label();
    m.visitTryCatchBlock(start, end, handler, "java/lang/RuntimeException");
    m.visitTryCatchBlock(start, end, handler, "java/lang/Error");
    m.visitLabel(start);
    throwIf(m, 0, 1);
    m.visitLabel(end);
    returnBoxed(m, 0);
    m.visitLabel(handler);
    m.visitInsn(POP);
    returnsNull(m);
  }
}
