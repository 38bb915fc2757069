package org.kpathjvm.core.instrument.ladder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.core.instrument.oracle.GeneratedClass.returnBoxed;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.RawCode;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Tests that HotSpot compiles no method with more than 8,000 bytes of code. This is why {@code
 * InstrumentOptions} has a code limit of 8,000 bytes by default.
 */
class CodeLimitTest implements Opcodes {
  private static final String F = "f(I)Ljava/lang/Object;";

  private static void padding(MethodVisitor m, int bytes) {
    for (int i = 0; i < bytes; i++) {
      m.visitInsn(NOP);
    }
  }

  @ParameterizedTest
  @CsvSource({"8000, true", "8001, false"})
  void onlyMethodsWithinTheLimitAreCompiled(int bytes, boolean compiled, @TempDir Path directory)
      throws Exception {
    GeneratedClass generated =
        new GeneratedClass()
            .f(
                m -> {
                  padding(m, bytes - 5);
                  returnBoxed(m, 0);
                })
            .method(
                ACC_PUBLIC | ACC_STATIC,
                "main",
                "([Ljava/lang/String;)V",
                m -> {
                  Label header = new Label();
                  m.visitInsn(ICONST_0);
                  m.visitVarInsn(ISTORE, 1);
                  m.visitLabel(header);
                  m.visitVarInsn(ILOAD, 1);
                  m.visitMethodInsn(INVOKESTATIC, "Generated", "f", "(I)Ljava/lang/Object;", false);
                  m.visitInsn(POP);
                  m.visitIincInsn(1, 1);
                  m.visitVarInsn(ILOAD, 1);
                  m.visitIntInsn(SIPUSH, 20_000);
                  m.visitJumpInsn(IF_ICMPLT, header);
                  m.visitInsn(RETURN);
                });
    byte[] file = generated.bytes();
    assertEquals(bytes, RawCode.of(file).get(F).size());
    Files.write(directory.resolve("Generated.class"), file);
    Process java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xbatch",
                "-XX:+PrintCompilation",
                "-cp",
                directory.toString(),
                "Generated")
            .redirectErrorStream(true)
            .start();
    String output = new String(java.getInputStream().readAllBytes());
    assertTrue(java.waitFor(10, TimeUnit.MINUTES));
    assertEquals(compiled, output.contains("Generated::f "), output);
  }
}
