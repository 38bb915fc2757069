package org.kpathjvm.core.instrument.code;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.oracle.SampleCode;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Tests how operands of bytecode are written as text, beyond what DecisionsTest covers. */
class OperandReaderTest implements Opcodes {
  /** Returns the type and the text of the operand that the code leaves on the stack. */
  private static String popped(Consumer<MethodVisitor> code) {
    SampleCode sample =
        SampleCode.f(
            m -> {
              code.accept(m);
              m.visitInsn(POP);
              m.visitInsn(ACONST_NULL);
              m.visitInsn(ARETURN);
            });
    int place = sample.place(POP);
    Operand found =
        new OperandReader(sample.code)
            .before(place, sample.blocks.first(sample.blocks.blockFrom(place)), 'I');
    return found.type + " " + found.text;
  }

  @Test
  void anUnnamedVariableIsWrittenAsItsSlot() {
    assertEquals("I local 0", popped(m -> m.visitVarInsn(ILOAD, 0)));
  }

  @Test
  void aNameAppliesOnlyWithinItsRange() {
    Label start = new Label();
    Label end = new Label();
    Consumer<MethodVisitor> code =
        m -> {
          m.visitLabel(start);
          m.visitVarInsn(ILOAD, 0);
          m.visitLabel(end);
          m.visitVarInsn(ILOAD, 0);
          m.visitInsn(IADD);
          m.visitLocalVariable("flag", "Z", null, start, end, 0);
        };
    assertEquals("I flag + local 0", popped(code));
  }

  @Test
  void aVariableIsReadBeforeItsIncrement() {
    assertEquals(
        "I local 0++",
        popped(
            m -> {
              m.visitVarInsn(ILOAD, 0);
              m.visitIincInsn(0, 1);
            }));
  }

  @Test
  void anEarlierValueOfAVariableIsLeftOut() {
    Consumer<MethodVisitor> code =
        m -> {
          m.visitVarInsn(ILOAD, 0);
          m.visitVarInsn(ILOAD, 1);
          m.visitIincInsn(0, 1);
          m.visitVarInsn(ILOAD, 0);
          m.visitInsn(IADD);
          m.visitInsn(IADD);
        };
    assertEquals("I …", popped(code));
    assertEquals("I …", popped(m -> twice(m, 0, 2)));
    assertEquals("I local 0-- + local 0", popped(m -> twice(m, 0, -1)));
    assertEquals("I local 0 + local 0", popped(m -> twice(m, 1, 1)));
  }

  private static void twice(MethodVisitor method, int changed, int by) {
    method.visitVarInsn(ILOAD, 0);
    method.visitIincInsn(changed, by);
    method.visitVarInsn(ILOAD, 0);
    method.visitInsn(IADD);
  }

  @Test
  void aNarrowingConversionIsWrittenAsACast() {
    assertEquals(
        "I (int) (1L << local 0)",
        popped(
            m -> {
              m.visitInsn(LCONST_1);
              m.visitVarInsn(ILOAD, 0);
              m.visitInsn(LSHL);
              m.visitInsn(L2I);
            }));
  }

  @Test
  void aNegationOfANegativeOperandDoesNotLookLikeADecrement() {
    assertEquals("I -(-local 0)", popped(m -> negated(m, 2)));
    assertEquals("I -(-(-local 0))", popped(m -> negated(m, 3)));
    assertEquals("I -local 0", popped(m -> negated(m, 1)));
    assertEquals(
        "F -(-2.5f)",
        popped(
            m -> {
              m.visitLdcInsn(-2.5f);
              m.visitInsn(FNEG);
            }));
  }

  private static void negated(MethodVisitor method, int times) {
    method.visitVarInsn(ILOAD, 0);
    for (int i = 0; i < times; i++) {
      method.visitInsn(INEG);
    }
  }

  @Test
  void resultsOfStackInstructionsAreLeftOut() {
    assertEquals(
        "I …",
        popped(
            m -> {
              m.visitInsn(ICONST_1);
              m.visitInsn(ICONST_2);
              m.visitInsn(SWAP);
              m.visitInsn(ISUB);
            }));
  }

  @Test
  void aCopyIsWrittenAsItsOriginal() {
    assertEquals(
        "I 2 - (2 - 1)",
        popped(
            m -> {
              m.visitInsn(ICONST_2);
              m.visitInsn(DUP);
              m.visitInsn(ICONST_1);
              m.visitInsn(ISUB);
              m.visitInsn(ISUB);
            }));
    assertEquals(
        "I local 0 + local 0",
        popped(
            m -> {
              m.visitVarInsn(ILOAD, 0);
              m.visitInsn(DUP);
              m.visitInsn(IADD);
            }));
  }

  @Test
  void operandsFromOtherBlocksAreLeftOut() {
    assertEquals(
        "I … - 3",
        popped(
            m -> {
              Label other = new Label();
              Label end = new Label();
              m.visitVarInsn(ILOAD, 0);
              m.visitJumpInsn(IFEQ, other);
              m.visitInsn(ICONST_1);
              m.visitJumpInsn(GOTO, end);
              m.visitLabel(other);
              m.visitInsn(ICONST_2);
              m.visitLabel(end);
              m.visitInsn(ICONST_3);
              m.visitInsn(ISUB);
            }));
  }

  @Test
  void aNewObjectIsLeftOut() {
    assertEquals(
        "I …",
        popped(
            m -> {
              m.visitTypeInsn(NEW, "java/lang/Object");
              m.visitInsn(DUP);
              m.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
            }));
  }

  @Test
  void aLongTextIsLeftOut() {
    assertEquals("A …", popped(m -> m.visitLdcInsn("x".repeat(100))));
    assertEquals("A \"xx\"", popped(m -> m.visitLdcInsn("xx")));
  }

  @Test
  void aStringIsWrittenAsInSources() {
    assertEquals("A \"a\\\"b\\\\c\\n\\td\"", popped(m -> m.visitLdcInsn("a\"b\\c\n\td")));
  }

  @Test
  void anArrayTypeIsWrittenAsInSources() {
    assertEquals("Z local 0 instanceof byte[]", popped(m -> testedFor(m, "[B")));
    assertEquals("Z local 0 instanceof Entry[][]", popped(m -> testedFor(m, "[[La/Map$Entry;")));
    assertEquals("A int[].class", popped(m -> m.visitLdcInsn(Type.getType("[I"))));
  }

  @Test
  void aMethodTypeIsLeftOut() {
    assertEquals("I …", popped(m -> m.visitLdcInsn(Type.getType("(I)La/B;"))));
  }

  @Test
  void aLambdaIsNotNamedAfterItsInterfaceMethod() {
    assertEquals("A lambda(local 0)", popped(m -> made(m, "java/lang/invoke/LambdaMetafactory")));
    assertEquals("A test(local 0)", popped(m -> made(m, "other/Bootstraps")));
  }

  private static void made(MethodVisitor method, String bootstraps) {
    method.visitVarInsn(ILOAD, 0);
    Handle bootstrap = new Handle(H_INVOKESTATIC, bootstraps, "metafactory", "()V", false);
    method.visitInvokeDynamicInsn("test", "(I)Ljava/util/function/IntPredicate;", bootstrap);
  }

  private static void testedFor(MethodVisitor method, String type) {
    method.visitVarInsn(ALOAD, 0);
    method.visitTypeInsn(INSTANCEOF, type);
  }

  @Test
  void deeperOperandsAreReadToo() {
    SampleCode sample =
        SampleCode.f(
            m -> {
              Label end = new Label();
              m.visitVarInsn(ILOAD, 0);
              m.visitIntInsn(BIPUSH, 100);
              m.visitJumpInsn(IF_ICMPLT, end);
              m.visitLabel(end);
              m.visitInsn(ACONST_NULL);
              m.visitInsn(ARETURN);
            });
    OperandReader reader = new OperandReader(sample.code);
    int first = sample.blocks.first(0);
    Operand top = reader.before(sample.place(IF_ICMPLT), first, 'I');
    assertEquals("100", top.text);
    assertEquals("local 0", reader.below(top, first, 'I').text);
    assertEquals("…", reader.below(reader.below(top, first, 'I'), first, 'I').text);
  }
}
