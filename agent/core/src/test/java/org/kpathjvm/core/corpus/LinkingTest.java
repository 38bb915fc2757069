package org.kpathjvm.core.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpathjvm.core.sample.ByteLoader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Tests that the checks of this package find broken classes. */
class LinkingTest implements Opcodes {
  private static final String PROPERTY = "kpath.corpus.initialised";

  /**
   * Returns a class whose method is declared to return an Integer. If the class is broken, the
   * method returns a string; otherwise it returns null.
   */
  private static byte[] returning(int version, boolean broken) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(version, ACC_PUBLIC, "Sample", null, "java/lang/Object", null);
    MethodVisitor initialiser = writer.visitMethod(ACC_STATIC, "<clinit>", "()V", null, null);
    initialiser.visitLdcInsn(PROPERTY);
    initialiser.visitLdcInsn("yes");
    initialiser.visitMethodInsn(
        INVOKESTATIC,
        "java/lang/System",
        "setProperty",
        "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
        false);
    initialiser.visitInsn(POP);
    initialiser.visitInsn(RETURN);
    initialiser.visitMaxs(0, 0);
    MethodVisitor method = writer.visitMethod(0, "f", "()Ljava/lang/Integer;", null, null);
    if (broken) {
      method.visitLdcInsn("no number");
    } else {
      method.visitInsn(ACONST_NULL);
    }
    method.visitInsn(ARETURN);
    method.visitMaxs(0, 0);
    return writer.toByteArray();
  }

  /**
   * Returns a class whose method has a wrong frame: local 0 is declared as an int, but never set.
   */
  private static byte[] wrongFrame(int version) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(version, ACC_PUBLIC, "Sample", null, "java/lang/Object", null);
    MethodVisitor method = writer.visitMethod(ACC_STATIC, "f", "()V", null, null);
    Label target = new Label();
    method.visitInsn(ICONST_0);
    method.visitJumpInsn(IFEQ, target);
    method.visitLabel(target);
    method.visitFrame(F_FULL, 1, new Object[] {INTEGER}, 0, new Object[0]);
    method.visitInsn(RETURN);
    method.visitMaxs(1, 1);
    return writer.toByteArray();
  }

  private static LinkComparison.Result compare(byte[] original, byte[] instrumented) {
    return new LinkComparison(Map.of("Sample", original), Map.of("Sample", instrumented))
        .link("Sample");
  }

  private static String asm(byte[] classFile) {
    return new AsmVerification(new ClassHierarchy(new HashMap<>())).failure(classFile);
  }

  @ParameterizedTest
  @ValueSource(ints = {V1_1, V1_5, V1_6, V1_8, V11})
  void wrongTypeIsFound(int version) {
    LinkComparison.Result result = compare(returning(version, false), returning(version, true));
    assertEquals(LinkComparison.Outcome.FAULT, result.outcome);
    assertTrue(result.message.contains("VerifyError"), result.message);
    assertNotNull(asm(returning(version, true)));
    assertNull(asm(returning(version, false)));
  }

  @Test
  void linkingDoesNotInitialise() throws Exception {
    ByteLoader loader = ByteLoader.apart(Map.of("Sample", returning(V11, false)));
    assertNull(Linking.failure("Sample", loader));
    assertNull(System.getProperty(PROPERTY));
    Class.forName("Sample", true, loader);
    assertEquals("yes", System.clearProperty(PROPERTY));
  }

  @Test
  void brokenOriginalIsNotAFault() {
    byte[] broken = returning(V11, true);
    assertEquals(LinkComparison.Outcome.ORIGINAL_REFUSED, compare(broken, broken).outcome);
  }

  /** In version 50, HotSpot accepts wrong frames, because it falls back to its old verifier. */
  @Test
  void wrongFrameOfVersion50IsFound() {
    byte[] broken = wrongFrame(V1_6);
    assertNull(Linking.failure("Sample", ByteLoader.apart(Map.of("Sample", broken))));
    assertEquals(LinkComparison.Outcome.FAULT, compare(returning(V1_6, false), broken).outcome);
    assertInstanceOf(
        VerifyError.class,
        Linking.failure("Sample", ByteLoader.apart(Map.of("Sample", wrongFrame(V1_7)))));
  }

  @Test
  void missingDependencyIsReported() {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(V11, ACC_PUBLIC, "Sample", null, "not/There", null);
    byte[] orphan = writer.toByteArray();
    assertEquals(LinkComparison.Outcome.DEPENDENCY_MISSING, compare(orphan, orphan).outcome);
    // Here, the original doesn't need the missing class.
    LinkComparison.Result result = compare(returning(V11, false), orphan);
    assertEquals(LinkComparison.Outcome.FAULT, result.outcome);
    assertTrue(result.message.contains("not/There"), result.message);
  }
}
