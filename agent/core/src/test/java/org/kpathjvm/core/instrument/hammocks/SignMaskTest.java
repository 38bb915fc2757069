package org.kpathjvm.core.instrument.hammocks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpathjvm.core.instrument.oracle.ClassFiles;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.SampleCode;
import org.kpathjvm.core.sample.ByteLoader;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;

/**
 * Tests masks: ints whose bits are all ones or all zeros. A mask is computed before a branch, and
 * shows whether the branch will be taken.
 */
class SignMaskTest implements Opcodes {
  private static final int[] NUMBERS = {
    0,
    1,
    -1,
    2,
    -2,
    12345,
    -12345,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    Integer.MAX_VALUE - 1,
    Integer.MIN_VALUE + 1
  };

  /**
   * Returns {@code static int f(int, int)}, which returns twice the mask, plus 1 if the branch is
   * taken.
   */
  private static Method maskAndBranch(int opcode, boolean ofTwo) throws Exception {
    byte[] bytes =
        new GeneratedClass()
            .method(
                ACC_PUBLIC | ACC_STATIC,
                "f",
                "(II)I",
                m -> {
                  Label taken = new Label();
                  m.visitVarInsn(ILOAD, 0);
                  if (ofTwo) {
                    m.visitVarInsn(ILOAD, 1);
                  }
                  for (AbstractInsnNode node : SignMask.push(opcode)) {
                    node.accept(m);
                  }
                  m.visitVarInsn(ISTORE, 2);
                  m.visitJumpInsn(opcode, taken);
                  m.visitVarInsn(ILOAD, 2);
                  m.visitInsn(ICONST_1);
                  m.visitInsn(ISHL);
                  m.visitInsn(IRETURN);
                  m.visitLabel(taken);
                  m.visitVarInsn(ILOAD, 2);
                  m.visitInsn(ICONST_1);
                  m.visitInsn(ISHL);
                  m.visitInsn(ICONST_1);
                  m.visitInsn(IADD);
                  m.visitInsn(IRETURN);
                })
            .bytes();
    return ByteLoader.apart(Map.of(GeneratedClass.NAME, bytes))
        .loadClass(GeneratedClass.NAME)
        .getMethod("f", int.class, int.class);
  }

  private static void check(int opcode, boolean ofTwo) throws Exception {
    Method f = maskAndBranch(opcode, ofTwo);
    for (int a : NUMBERS) {
      for (int b : NUMBERS) {
        int result = (int) f.invoke(null, a, b);
        boolean taken = (result & 1) != 0;
        int mask = taken == SignMask.isSetIfTaken(opcode) ? -1 : 0;
        assertEquals(mask, result >> 1, a + " " + b);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {IFEQ, IFNE, IFLT, IFGE, IFGT, IFLE})
  void masksAgreeWithComparisonsWithZero(int opcode) throws Exception {
    check(opcode, false);
  }

  @ParameterizedTest
  @ValueSource(ints = {IF_ICMPLT, IF_ICMPGE, IF_ICMPGT, IF_ICMPLE})
  void masksAgreeWithComparisonsOfTwoNumbers(int opcode) throws Exception {
    check(opcode, true);
  }

  private static boolean fits(String condition) {
    String source =
        "class Sample { static boolean g(int n) { return n > 1; } static int f(int n, int[] a,"
            + " byte[] bytes, double d, long l, Object o) { int i = 0; if ("
            + condition
            + ") { i = 3; } return i; } }";
    SampleCode sample = new SampleCode(ClassFiles.compile("Sample", source).get("Sample"), "f");
    return SignMask.fits(sample.code, sample.blocks, 0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "n < 0              | true",
        "a[n] >= 0          | true",
        "bytes[n] > 0       | true",
        "(n & 1) != 0       | true",
        "a[n] == 0          | true",
        "n < a[n]           | true",
        "n == 0             | false",
        "bytes[n] == 0      | false",
        "d < 0              | false",
        "l > 0              | false",
        "g(n)               | false",
        "Integer.bitCount(n) > 0 | false",
        "o == null          | false",
        "o instanceof Long  | false",
        "n == a[n]          | false"
      })
  void onlySomeComparisonsHaveMasks(String condition, boolean expected) {
    assertEquals(expected, fits(condition));
  }

  @Test
  void operandsStayOnTheStack() throws Exception {
    assertTrue((int) maskAndBranch(IFLT, false).invoke(null, -5, 0) == -1);
  }
}
