package org.kpathjvm.core.instrument.exceptions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.SampleCode;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class ThisFlowTest implements Opcodes {
  private static void callConstructor(MethodVisitor m) {
    m.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
  }

  private static void getOwn(MethodVisitor m) {
    m.visitFieldInsn(GETFIELD, GeneratedClass.NAME, "own", "I");
  }

  private static ThisFlow flow(SampleCode sample) {
    return ThisFlow.of(sample.code, sample.blocks);
  }

  @Test
  void anotherObjectsConstructorDoesNotInitialiseThis() {
    SampleCode sample =
        SampleCode.constructor(
            "()V",
            m -> {
              m.visitTypeInsn(NEW, "java/lang/Object");
              m.visitInsn(DUP);
              callConstructor(m);
              m.visitInsn(POP);
              m.visitVarInsn(ALOAD, 0);
              m.visitVarInsn(ASTORE, 1);
              m.visitVarInsn(ALOAD, 1);
              callConstructor(m);
              m.visitInsn(RETURN);
            });
    ThisFlow flow = flow(sample);
    BitSet initialisations = new BitSet();
    initialisations.set(sample.place(INVOKESPECIAL, 1));
    assertEquals(initialisations, flow.initialisations());
    assertTrue(flow.isBeforeInitialisation(sample.place(INVOKESPECIAL, 0)));
    assertTrue(flow.isBeforeInitialisation(sample.place(INVOKESPECIAL, 1)));
    assertFalse(flow.isBeforeInitialisation(sample.place(RETURN)));
    assertFalse(flow.mayHaveLostThis(sample.place(INVOKESPECIAL, 1)));
  }

  @Test
  void localZeroMayLoseUninitialisedThis() {
    SampleCode sample =
        SampleCode.constructor(
            "()V",
            m -> {
              m.visitVarInsn(ALOAD, 0);
              m.visitInsn(ACONST_NULL);
              m.visitVarInsn(ASTORE, 0);
              callConstructor(m);
              m.visitInsn(RETURN);
            });
    ThisFlow flow = flow(sample);
    assertFalse(flow.mayHaveLostThis(sample.place(ACONST_NULL)));
    assertTrue(flow.mayHaveLostThis(sample.place(ASTORE)));
    assertTrue(flow.mayHaveLostThis(sample.place(INVOKESPECIAL)));
    assertTrue(flow.initialisations().get(sample.place(INVOKESPECIAL)));
  }

  @Test
  void fieldsOfThisAreDistinguishedFromThoseOfOtherObjects() {
    SampleCode sample =
        SampleCode.of(
            ACC_PUBLIC,
            "g",
            "(LGenerated;)V",
            m -> {
              m.visitVarInsn(ALOAD, 0);
              m.visitVarInsn(ALOAD, 1);
              getOwn(m);
              m.visitFieldInsn(PUTFIELD, GeneratedClass.NAME, "own", "I");
              m.visitInsn(RETURN);
            });
    ThisFlow flow = flow(sample);
    assertFalse(flow.isFieldOfThis(sample.place(GETFIELD)));
    assertTrue(flow.isFieldOfThis(sample.place(PUTFIELD)));
  }

  @Test
  void aValueIsThisOnlyIfAllWaysAgree() {
    SampleCode sample =
        SampleCode.of(
            ACC_PUBLIC,
            "g",
            "(LGenerated;I)I",
            m -> {
              Label other = new Label();
              Label joined = new Label();
              m.visitVarInsn(ILOAD, 2);
              m.visitJumpInsn(IFEQ, other);
              m.visitVarInsn(ALOAD, 0);
              m.visitJumpInsn(GOTO, joined);
              m.visitLabel(other);
              m.visitVarInsn(ALOAD, 1);
              m.visitLabel(joined);
              getOwn(m);
              m.visitInsn(IRETURN);
            });
    assertFalse(flow(sample).isFieldOfThis(sample.place(GETFIELD)));
  }

  @Test
  void aNumberInPlaceOfThisIsNotThis() {
    SampleCode sample =
        SampleCode.of(
            ACC_PUBLIC,
            "g",
            "()V",
            m -> {
              m.visitVarInsn(ALOAD, 0);
              m.visitVarInsn(ASTORE, 1);
              m.visitInsn(LCONST_0);
              m.visitVarInsn(LSTORE, 0);
              m.visitInsn(RETURN);
            });
    ThisFlow flow = flow(sample);
    assertFalse(flow.mayHaveLostThis(sample.place(LCONST_0)));
    assertTrue(flow.mayHaveLostThis(sample.place(LSTORE)));
  }

  /** Local 2 holds {@code this} at some of the covered instructions, and local 0 at all of them. */
  @Test
  void aLocalIsThisInAHandlerOnlyIfItIsThroughoutTheRange() {
    SampleCode sample =
        SampleCode.of(
            ACC_PUBLIC,
            "g",
            "(LGenerated;)I",
            m -> {
              Label start = new Label();
              Label end = new Label();
              Label handler = new Label();
              m.visitTryCatchBlock(start, end, handler, null);
              m.visitVarInsn(ALOAD, 0);
              m.visitVarInsn(ASTORE, 2);
              m.visitLabel(start);
              m.visitVarInsn(ALOAD, 1);
              m.visitVarInsn(ASTORE, 2);
              m.visitInsn(NOP);
              m.visitLabel(end);
              m.visitInsn(ICONST_0);
              m.visitInsn(IRETURN);
              m.visitLabel(handler);
              m.visitInsn(POP);
              m.visitVarInsn(ALOAD, 2);
              getOwn(m);
              m.visitVarInsn(ALOAD, 0);
              getOwn(m);
              m.visitInsn(IADD);
              m.visitInsn(IRETURN);
            });
    ThisFlow flow = flow(sample);
    assertFalse(flow.isFieldOfThis(sample.place(GETFIELD, 0)));
    assertTrue(flow.isFieldOfThis(sample.place(GETFIELD, 1)));
  }
}
