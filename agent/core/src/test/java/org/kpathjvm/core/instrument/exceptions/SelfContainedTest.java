package org.kpathjvm.core.instrument.exceptions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.SampleCode;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

class SelfContainedTest implements Opcodes {
  private static Arguments code(boolean selfContained, Consumer<MethodVisitor> pushesAnInt) {
    return arguments(selfContained, pushesAnInt);
  }

  static Stream<Arguments> codes() {
    return Stream.of(
        code(true, m -> m.visitInsn(ICONST_1)),
        code(true, m -> m.visitFieldInsn(GETSTATIC, GeneratedClass.NAME, "x", "I")),
        code(false, m -> m.visitFieldInsn(GETSTATIC, "Other", "x", "I")),
        code(false, m -> m.visitMethodInsn(INVOKESTATIC, GeneratedClass.NAME, "x", "()I", false)),
        code(true, m -> pop(m, n -> n.visitTypeInsn(NEW, GeneratedClass.NAME))),
        code(false, m -> pop(m, n -> n.visitTypeInsn(NEW, "Other"))),
        code(true, m -> pop(m, n -> n.visitLdcInsn("text"))),
        code(false, m -> pop(m, n -> n.visitLdcInsn(Type.getObjectType("Other")))),
        code(
            false,
            m -> {
              m.visitInsn(ACONST_NULL);
              m.visitInsn(MONITORENTER);
              m.visitInsn(ICONST_1);
            }));
  }

  private static void pop(MethodVisitor m, Consumer<MethodVisitor> pushes) {
    pushes.accept(m);
    m.visitInsn(POP);
    m.visitInsn(ICONST_1);
  }

  @ParameterizedTest
  @MethodSource("codes")
  void selfContainedCodeRunsNoOtherCode(boolean expected, Consumer<MethodVisitor> pushesAnInt) {
    SampleCode sample =
        SampleCode.of(
            ACC_STATIC,
            "g",
            "()I",
            m -> {
              pushesAnInt.accept(m);
              m.visitInsn(IRETURN);
            });
    assertEquals(expected, SelfContained.is(sample.code, sample.blocks, GeneratedClass.NAME));
  }
}
