package org.kpathjvm.core.instrument.ladder;

import static org.kpathjvm.core.instrument.oracle.GeneratedClass.returnBoxed;
import static org.kpathjvm.core.instrument.oracle.GeneratedClass.throwIf;

import java.util.function.Consumer;
import org.kpathjvm.core.instrument.ClassInstrumenter;
import org.kpathjvm.core.instrument.InstrumentedClass;
import org.kpathjvm.core.instrument.metadata.MethodRecord;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.RecordingProbes;
import org.kpathjvm.core.instrument.oracle.Schemes;
import org.kpathjvm.core.numbering.CutMode;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Methods whose probes take much room, and the results of instrumenting them. */
final class LargeMethods implements Opcodes {
  private LargeMethods() {}

  static InstrumentOptions options(int maxPaths, int codeLimit) {
    return new InstrumentOptions(CutMode.BACK_EDGE, maxPaths)
        .withScheme(Schemes.STREAM.scheme(), RecordingProbes.INTERNAL_NAME)
        .withCodeLimit(codeLimit);
  }

  static InstrumentedClass instrument(byte[] original, InstrumentOptions options) {
    // The ids are as large as those of a large program, so each of them is a constant in the pool.
    // The prediction assumes that an instruction that pushes such a constant takes three bytes.
    int[] next = {100_000};
    return new ClassInstrumenter()
        .instrument(original, "app", options, count -> (next[0] += count) - count);
  }

  static MethodRecord record(Consumer<MethodVisitor> f, int maxPaths, int codeLimit) {
    return instrument(new GeneratedClass().f(f).bytes(), options(maxPaths, codeLimit))
        .methods()
        .get(0);
  }

  /**
   * Emits a loop around {@code count} branches, each of which may skip an increment. If {@code
   * throwing} is true, every fifth branch may skip a conditional throw, too.
   */
  static void branches(MethodVisitor m, int count, boolean throwing) {
    Label header = new Label();
    m.visitInsn(ICONST_0);
    m.visitVarInsn(ISTORE, 1);
    m.visitLabel(header);
    for (int i = 0; i < count; i++) {
      Label next = new Label();
      m.visitVarInsn(ILOAD, 0);
      m.visitIntInsn(BIPUSH, 1 << i % 7);
      m.visitInsn(IAND);
      m.visitJumpInsn(IFEQ, next);
      m.visitIincInsn(1, i % 100);
      if (throwing && i % 5 == 4) {
        throwIf(m, 0, 3);
      }
      m.visitLabel(next);
    }
    m.visitIincInsn(0, 5);
    m.visitVarInsn(ILOAD, 0);
    m.visitIntInsn(BIPUSH, 9);
    m.visitJumpInsn(IF_ICMPLT, header);
    returnBoxed(m, 1);
  }

  /**
   * Emits many exits, each of which can be reached in two ways. The size of the code with probes
   * depends on where the path register is incremented.
   */
  static void manyExits(MethodVisitor m, int count) {
    for (int i = 0; i < count; i++) {
      Label next = new Label();
      Label other = new Label();
      m.visitVarInsn(ILOAD, 0);
      m.visitIntInsn(SIPUSH, i);
      m.visitJumpInsn(IF_ICMPNE, next);
      m.visitVarInsn(ILOAD, 0);
      m.visitJumpInsn(IFLT, other);
      m.visitIincInsn(0, 1);
      m.visitLabel(other);
      m.visitVarInsn(ILOAD, 0);
      m.visitMethodInsn(
          INVOKESTATIC, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;", false);
      m.visitInsn(ARETURN);
      m.visitLabel(next);
    }
    returnBoxed(m, 0);
  }

  /**
   * Emits many exits, each of which can be reached in only one way, so the id of the exit's path is
   * a constant.
   */
  static void constantExits(MethodVisitor m, int count) {
    for (int i = 0; i < count; i++) {
      Label next = new Label();
      m.visitVarInsn(ILOAD, 0);
      m.visitIntInsn(SIPUSH, i);
      m.visitJumpInsn(IF_ICMPNE, next);
      returnBoxed(m, 0);
      m.visitLabel(next);
    }
    returnBoxed(m, 0);
  }
}
