package org.kpathjvm.core.instrument.code;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.oracle.SampleCode;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

class CodeDigestTest implements Opcodes {
  private static final Handle BOOTSTRAP =
      new Handle(H_INVOKESTATIC, "b/Bootstrap", "link", "()V", false);

  private static String digest(Consumer<MethodVisitor> code) {
    return digest("Generated", code);
  }

  private static String digest(String className, Consumer<MethodVisitor> code) {
    return CodeDigest.of(className, SampleCode.f(code).code.method);
  }

  /** Returns the digest of a method that begins with the given code and returns null. */
  private static String beginning(Consumer<MethodVisitor> code) {
    return digest(
        m -> {
          code.accept(m);
          m.visitInsn(ACONST_NULL);
          m.visitInsn(ARETURN);
        });
  }

  private static void call(MethodVisitor m, String owner, String name) {
    m.visitMethodInsn(INVOKESTATIC, owner, name, "()V", false);
  }

  private static void lookup(MethodVisitor m, int key, boolean isSwapped) {
    Label one = new Label();
    Label other = new Label();
    m.visitVarInsn(ILOAD, 0);
    m.visitLookupSwitchInsn(isSwapped ? other : one, new int[] {key}, new Label[] {other});
    m.visitLabel(one);
    m.visitInsn(NOP);
    m.visitLabel(other);
  }

  private static void caught(MethodVisitor m, String type, int nopsInside) {
    Label start = new Label();
    Label end = new Label();
    m.visitTryCatchBlock(start, end, end, type);
    for (int i = 0; i < 3; i++) {
      if (i == nopsInside) {
        m.visitLabel(start);
      }
      m.visitInsn(NOP);
    }
    m.visitVarInsn(ILOAD, 0);
    m.visitInsn(POP);
    m.visitInsn(ACONST_NULL);
    m.visitLabel(end);
    m.visitInsn(POP);
  }

  @Test
  void everyInstructionAndOperandChangesTheDigest() {
    List<Consumer<MethodVisitor>> codes =
        List.of(
            m -> {},
            m -> m.visitInsn(NOP),
            m -> m.visitVarInsn(ISTORE, load(m, 0)),
            m -> m.visitVarInsn(ISTORE, load(m, 0) + 1),
            m -> m.visitIincInsn(0, 1),
            m -> m.visitIincInsn(0, 2),
            m -> pop(m, 1),
            m -> pop(m, 1L),
            m -> pop(m, 1F),
            m -> pop(m, 0F),
            m -> pop(m, -0F),
            m -> pop(m, 1D),
            m -> pop(m, "1"),
            m -> pop(m, "a$1"),
            m -> pop(m, "a$2"),
            m -> pop(m, Type.getObjectType("a/B")),
            m -> pop(m, Type.getObjectType("a/C")),
            m -> call(m, "a/B", "f"),
            m -> call(m, "a/C", "f"),
            m -> call(m, "a/B", "g"),
            m -> m.visitMethodInsn(INVOKESTATIC, "a/B", "f", "()V", true),
            m -> m.visitFieldInsn(GETSTATIC, "a/B", "f", "V"),
            m -> m.visitIntInsn(BIPUSH, 7),
            m -> m.visitIntInsn(BIPUSH, 8),
            m -> m.visitTypeInsn(NEW, "a/B"),
            m -> m.visitTypeInsn(NEW, "a/C"),
            m -> m.visitInvokeDynamicInsn("f", "()V", BOOTSTRAP),
            m -> m.visitInvokeDynamicInsn("f", "()V", BOOTSTRAP, "x"),
            m -> m.visitInvokeDynamicInsn("f", "()V", BOOTSTRAP, "y"),
            m -> m.visitInvokeDynamicInsn("f", "()V", BOOTSTRAP, BOOTSTRAP),
            m -> m.visitMultiANewArrayInsn("[[I", 1),
            m -> m.visitMultiANewArrayInsn("[[I", 2),
            m -> lookup(m, 1, false),
            m -> lookup(m, 2, false),
            m -> lookup(m, 1, true),
            m -> caught(m, "a/B", 0),
            m -> caught(m, "a/C", 0),
            m -> caught(m, null, 0),
            m -> caught(m, "a/B", 1));
    Map<String, Integer> found = new HashMap<>();
    for (int i = 0; i < codes.size(); i++) {
      Integer before = found.put(beginning(codes.get(i)), i);
      assertEquals(null, before, "an earlier code has the digest of code " + i);
    }
    assertTrue(found.keySet().stream().allMatch(one -> one.matches("[0-9a-f]{16}")));
  }

  private static int load(MethodVisitor m, int local) {
    m.visitVarInsn(ILOAD, local);
    return local;
  }

  private static void pop(MethodVisitor m, Object constant) {
    m.visitLdcInsn(constant);
    m.visitInsn(constant instanceof Long || constant instanceof Double ? POP2 : POP);
  }

  @Test
  void debugInformationDoesNotChangeTheDigest() {
    Consumer<MethodVisitor> bare =
        m -> {
          m.visitVarInsn(ILOAD, 0);
          m.visitInsn(POP);
        };
    Consumer<MethodVisitor> told =
        m -> {
          Label start = new Label();
          Label end = new Label();
          m.visitLabel(start);
          m.visitLineNumber(12, start);
          m.visitVarInsn(ILOAD, 0);
          m.visitInsn(POP);
          m.visitLabel(end);
          m.visitLocalVariable("i", "I", null, start, end, 0);
        };
    assertEquals(beginning(bare), beginning(told));
  }

  /** Compilers number lambdas and anonymous classes. An added lambda renumbers those after it. */
  @Test
  void numbersOfLambdasAndClassesDoNotChangeTheDigest() {
    String one = beginning(m -> call(m, "a/B$1", "lambda$f$0"));
    assertEquals(one, beginning(m -> call(m, "a/B$2", "lambda$f$13")));
    assertNotEquals(one, beginning(m -> call(m, "a/C$1", "lambda$f$0")));
    assertNotEquals(one, beginning(m -> call(m, "a/B$1", "lambda$g$0")));
    assertNotEquals(one, beginning(m -> call(m, "a/B$1Local", "lambda$f$0")));
  }

  @Test
  void numbersStillDistinguishClassesWithinAMethod() {
    assertEquals(twoCalls("a/B$1", "a/B$2"), twoCalls("a/B$2", "a/B$3"));
    assertEquals(twoCalls("a/B$1", "a/B$1"), twoCalls("a/B$2", "a/B$2"));
    assertNotEquals(twoCalls("a/B$1", "a/B$2"), twoCalls("a/B$1", "a/B$1"));
  }

  private static String types(String className, String... types) {
    return digest(
        className,
        m -> {
          for (String type : types) {
            m.visitTypeInsn(ANEWARRAY, type);
          }
          m.visitInsn(ACONST_NULL);
          m.visitInsn(ARETURN);
        });
  }

  @Test
  void theNameOfTheClassDoesNotChangeTheDigest() {
    assertEquals(
        types("a/B", "a/B", "[La/B;", "a/B$1", "a/Bc", "La/B"),
        types("x/Y", "x/Y", "[Lx/Y;", "x/Y$4", "a/Bc", "La/B"));
    assertNotEquals(types("a/B", "a/B"), types("x/Y", "a/B"));
    assertNotEquals(types("a/B", "a/B"), types("a/B", "x/Y"));
    assertNotEquals(types("B", "B"), types("C", "a/C"));
    assertEquals(types("B", "CB"), types("C", "CB"));
  }

  private static String twoCalls(String first, String second) {
    return beginning(
        m -> {
          call(m, first, "f");
          call(m, second, "f");
        });
  }

  /**
   * Returns the digest of a method's block. Blocks are numbered from 0 in the order of the code.
   */
  private static int block(int number, Consumer<MethodVisitor> code) {
    SampleCode method = SampleCode.f(code);
    return CodeDigest.ofBlock(
        "Generated", method.code, method.blocks.first(number), method.blocks.last(number));
  }

  /** Emits code that tests the method's argument, loads one of two constants and returns null. */
  private static void asking(MethodVisitor m, int opcode, int one, int other) {
    Label no = new Label();
    m.visitVarInsn(ILOAD, 0);
    m.visitJumpInsn(opcode, no);
    popping(m, one);
    m.visitLabel(no);
    popping(m, other);
  }

  private static void popping(MethodVisitor m, int constant) {
    m.visitLdcInsn(constant);
    m.visitInsn(POP);
    m.visitInsn(ACONST_NULL);
    m.visitInsn(ARETURN);
  }

  private static void switching(MethodVisitor m, int key, boolean isSwapped) {
    lookup(m, key, isSwapped);
    m.visitInsn(ACONST_NULL);
    m.visitInsn(ARETURN);
  }

  @Test
  void aBlockHasTheSameDigestWhereverItIs() {
    Consumer<MethodVisitor> base = m -> asking(m, IFEQ, 1000, 2000);
    Consumer<MethodVisitor> exchanged = m -> asking(m, IFEQ, 2000, 1000);
    Consumer<MethodVisitor> negated = m -> asking(m, IFNE, 1000, 2000);
    assertEquals(block(1, base), block(2, exchanged));
    assertEquals(block(2, base), block(1, exchanged));
    assertNotEquals(block(1, base), block(2, base));
    assertEquals(block(0, base), block(0, exchanged));
    assertNotEquals(block(0, base), block(0, negated));
    assertEquals(block(1, base), block(1, negated));
  }

  @Test
  void aBlocksDigestLeavesOutItsGoto() {
    Consumer<MethodVisitor> code =
        m -> {
          Label no = new Label();
          Label end = new Label();
          m.visitVarInsn(ILOAD, 0);
          m.visitJumpInsn(IFEQ, no);
          m.visitInsn(NOP);
          m.visitJumpInsn(GOTO, end);
          m.visitLabel(no);
          m.visitInsn(NOP);
          m.visitLabel(end);
          m.visitInsn(ACONST_NULL);
          m.visitInsn(ARETURN);
        };
    assertEquals(block(1, code), block(2, code));
  }

  @Test
  void aBlocksDigestLeavesOutTheKeysAndTargetsOfItsSwitch() {
    assertEquals(block(0, m -> switching(m, 1, false)), block(0, m -> switching(m, 2, true)));
  }
}
