package org.kpathjvm.core.instrument;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.numbering.CutMode;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Tests that no probe is added to a {@code finalize()} whose only instruction is a return. With a
 * probe in such a method, the JVM would finalize each object of the class.
 */
class EmptyFinalizerTest implements Opcodes {
  private static InstrumentedClass instrument(
      String name, String descriptor, Consumer<MethodVisitor> code) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
    writer.visit(V11, ACC_PUBLIC | ACC_SUPER, "p/Finalized", null, "java/lang/Object", null);
    MethodVisitor method = writer.visitMethod(ACC_PROTECTED, name, descriptor, null, null);
    method.visitCode();
    code.accept(method);
    method.visitMaxs(0, 0);
    method.visitEnd();
    writer.visitEnd();
    int[] next = {1};
    return new ClassInstrumenter()
        .instrument(
            writer.toByteArray(),
            "app",
            new InstrumentOptions(CutMode.BACK_EDGE, 64),
            count -> (next[0] += count) - count);
  }

  private static void returns(MethodVisitor method) {
    Label line = new Label();
    method.visitLabel(line);
    method.visitLineNumber(3, line);
    method.visitInsn(RETURN);
  }

  @Test
  void anEmptyFinalizerIsListedButNotChanged() {
    InstrumentedClass result = instrument("finalize", "()V", EmptyFinalizerTest::returns);
    assertNull(result.bytes());
    assertTrue(result.methods().isEmpty());
    assertEquals(
        "empty-finalizer: with a probe the JVM would finalize each object",
        result.skipped().get(0).reason);
  }

  @Test
  void aFinalizerWithCodeIsRecorded() {
    InstrumentedClass result =
        instrument(
            "finalize",
            "()V",
            method -> {
              method.visitInsn(NOP);
              method.visitInsn(RETURN);
            });
    assertNotNull(result.bytes());
    assertEquals(1, result.methods().size());
  }

  @Test
  void anEndlessFinalizerIsRecorded() {
    InstrumentedClass result =
        instrument(
            "finalize",
            "()V",
            method -> {
              Label start = new Label();
              method.visitLabel(start);
              method.visitJumpInsn(GOTO, start);
            });
    assertEquals(1, result.methods().size());
  }

  @Test
  void otherEmptyMethodsAreRecorded() {
    assertEquals(1, instrument("finalize", "(I)V", EmptyFinalizerTest::returns).methods().size());
    assertEquals(1, instrument("close", "()V", EmptyFinalizerTest::returns).methods().size());
  }
}
