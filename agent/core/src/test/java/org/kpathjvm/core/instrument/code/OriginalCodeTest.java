package org.kpathjvm.core.instrument.code;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpathjvm.core.instrument.oracle.SampleCode;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;

class OriginalCodeTest implements Opcodes {
  private final Label end = new Label();

  /** The nodes at the places 0 to 5 are: label, line number, iinc, aconst_null, areturn, label. */
  private final OriginalCode code =
      SampleCode.f(
              m -> {
                Label line = new Label();
                m.visitLabel(line);
                m.visitLineNumber(7, line);
                m.visitIincInsn(0, 1);
                m.visitInsn(ACONST_NULL);
                m.visitInsn(ARETURN);
                m.visitLabel(end);
                m.visitLocalVariable("n", "I", null, line, end, 0);
              })
          .code;

  @Test
  void labelsAndLinesAreNotInstructions() {
    assertFalse(code.isInstruction(0));
    assertFalse(code.isInstruction(1));
    assertTrue(code.isInstruction(2));
    assertEquals(2, code.instructionFrom(0));
  }

  @Test
  void theNextInstructionIsAtOrAfterThePlace() {
    assertEquals(2, code.next(0));
    assertEquals(3, code.next(2));
    assertEquals(code.size(), code.next(4));
  }

  @Test
  void thePreviousInstructionIsBeforeThePlace() {
    assertEquals(2, code.previous(3));
    assertEquals(4, code.previous(code.size()));
    assertEquals(-1, code.previous(2));
  }

  @Test
  void theLastInstructionMayBeBeforeLabels() {
    assertEquals(6, code.size());
    assertEquals(4, code.lastInstruction());
  }

  @Test
  void aLabelMarksTheInstructionAfterIt() {
    assertEquals(2, code.instructionAt((LabelNode) code.node(0)));
    assertEquals(code.size(), code.instructionAt((LabelNode) code.node(5)));
  }

  @Test
  void offsetsAgreeWithTheClassFile() {
    assertEquals(0, code.offset(2));
    assertEquals(3, code.offset(3));
    assertEquals(4, code.offset(4));
  }

  @Test
  void laterInsertionsAreIgnored() {
    code.method.instructions.insertBefore(code.node(3), new InsnNode(NOP));
    assertEquals(6, code.size());
    assertEquals(ACONST_NULL, code.node(3).getOpcode());
  }

  @Test
  void monitorInstructionsAreFound() {
    assertFalse(code.entersMonitors());
    assertTrue(
        SampleCode.f(
                m -> {
                  m.visitInsn(ACONST_NULL);
                  m.visitInsn(MONITORENTER);
                  m.visitInsn(ACONST_NULL);
                  m.visitInsn(ARETURN);
                })
            .code
            .entersMonitors());
  }

  @ParameterizedTest
  @ValueSource(ints = {GOTO, TABLESWITCH, LOOKUPSWITCH, IRETURN, ARETURN, RETURN, ATHROW})
  void jumpsAndExitsDoNotFallThrough(int opcode) {
    assertTrue(OriginalCode.endsFlow(opcode));
  }

  @ParameterizedTest
  @ValueSource(ints = {IFEQ, IFNULL, INVOKESTATIC, GETSTATIC, MONITOREXIT, -1})
  void otherInstructionsFallThrough(int opcode) {
    assertFalse(OriginalCode.endsFlow(opcode));
  }
}
