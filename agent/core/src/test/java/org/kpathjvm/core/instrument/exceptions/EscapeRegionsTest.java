package org.kpathjvm.core.instrument.exceptions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.core.instrument.oracle.GeneratedClass.returnBoxed;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.oracle.SampleCode;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;

class EscapeRegionsTest implements Opcodes {
  private static BitSet throwing(SampleCode sample, ThisFlow flow) {
    return new ThrowFreedom(
            sample.code, sample.blocks, flow, sample.facts.name, sample.facts.instanceFields)
        .throwing();
  }

  private static EscapeRegions ofConstructor(SampleCode sample) {
    ThisFlow flow = ThisFlow.of(sample.code, sample.blocks);
    return EscapeRegions.ofConstructor(sample.code, sample.blocks, flow, throwing(sample, flow));
  }

  /** Returns the opcodes of each region. The labels are the start and the end of each in turn. */
  private static List<List<Integer>> covered(List<LabelNode> labels) {
    List<List<Integer>> runs = new ArrayList<>();
    for (int pair = 0; pair < labels.size(); pair += 2) {
      List<Integer> opcodes = new ArrayList<>();
      AbstractInsnNode end = labels.get(pair + 1);
      for (AbstractInsnNode at = labels.get(pair); at != end; at = at.getNext()) {
        if (at.getOpcode() >= 0) {
          opcodes.add(at.getOpcode());
        }
      }
      runs.add(opcodes);
    }
    return runs;
  }

  private static void callSuper(MethodVisitor m, String superclass) {
    m.visitVarInsn(ALOAD, 0);
    m.visitMethodInsn(INVOKESPECIAL, superclass, "<init>", "()V", false);
  }

  private static void divide(MethodVisitor m) {
    m.visitInsn(ICONST_1);
    m.visitVarInsn(ILOAD, 1);
    m.visitInsn(IDIV);
    m.visitInsn(POP);
  }

  @Test
  void aMethodThatMayThrowIsCoveredAsAWhole() {
    SampleCode sample = SampleCode.f(m -> returnBoxed(m, 0));
    EscapeRegions regions = EscapeRegions.ofMethod(sample.code, throwing(sample, null));
    regions.mark();
    assertTrue(regions.coverWholeMethod());
    assertEquals(List.of(List.of(ILOAD, INVOKESTATIC, ARETURN)), covered(regions.labels()));
    assertTrue(EscapeRegions.ofMethod(sample.code, new BitSet()).areEmpty());
    assertTrue(EscapeRegions.none(sample.code).areEmpty());
  }

  @Test
  void theCallOfSuperIsNotCovered() {
    SampleCode sample =
        SampleCode.constructor(
            "(I)V",
            m -> {
              divide(m);
              callSuper(m, "Other");
              divide(m);
              m.visitInsn(RETURN);
            });
    EscapeRegions regions = ofConstructor(sample);
    regions.mark();
    assertFalse(regions.coverWholeMethod());
    assertEquals(
        List.of(List.of(ICONST_1, ILOAD, IDIV, POP, ALOAD)),
        covered(regions.labelsBeforeInitialisation()));
    assertEquals(List.of(List.of(ICONST_1, ILOAD, IDIV, POP, RETURN)), covered(regions.labels()));
  }

  @Test
  void partsThatCannotThrowAreNotCovered() {
    SampleCode after =
        SampleCode.constructor(
            "(I)V",
            m -> {
              callSuper(m, "java/lang/Object");
              divide(m);
              m.visitInsn(RETURN);
            });
    EscapeRegions regions = ofConstructor(after);
    assertEquals(List.of(), regions.labelsBeforeInitialisation());
    assertEquals(2, regions.labels().size());
    SampleCode nothing =
        SampleCode.constructor(
            "()V",
            m -> {
              callSuper(m, "java/lang/Object");
              m.visitInsn(RETURN);
            });
    assertTrue(ofConstructor(nothing).areEmpty());
  }

  @Test
  void codeBeforeSuperIsNotCoveredUnlessLocalZeroIsThis() {
    SampleCode sample =
        SampleCode.constructor(
            "(I)V",
            m -> {
              m.visitVarInsn(ALOAD, 0);
              m.visitInsn(ACONST_NULL);
              m.visitVarInsn(ASTORE, 0);
              divide(m);
              m.visitMethodInsn(INVOKESPECIAL, "Other", "<init>", "()V", false);
              m.visitInsn(RETURN);
            });
    assertTrue(ofConstructor(sample).areEmpty());
  }
}
