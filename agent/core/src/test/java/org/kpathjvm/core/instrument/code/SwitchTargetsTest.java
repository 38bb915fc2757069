package org.kpathjvm.core.instrument.code;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.oracle.SampleCode;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;

class SwitchTargetsTest implements Opcodes {
  private final SampleCode sample =
      SampleCode.f(
          m -> {
            Label one = new Label();
            Label end = new Label();
            m.visitVarInsn(ILOAD, 0);
            m.visitTableSwitchInsn(-1, 1, end, end, one, end);
            m.visitLabel(one);
            m.visitInsn(NOP);
            m.visitLabel(end);
            m.visitInsn(ACONST_NULL);
            m.visitInsn(ARETURN);
          });

  @Test
  void theDefaultIsTheLastTarget() {
    assertArrayEquals(new int[] {2, 1, 2, 2}, new SwitchTargets(sample.blocks).of(0));
    assertNull(new SwitchTargets(sample.blocks).of(1));
    assertArrayEquals(
        new int[] {-1, 0, 1}, SwitchTargets.keys(sample.code.node(sample.place(TABLESWITCH))));
  }

  @Test
  void targetsAreKeptWhenProbesRedirectTheSwitch() {
    SwitchTargets targets = new SwitchTargets(sample.blocks);
    LabelNode elsewhere = new LabelNode();
    sample.code.method.instructions.add(elsewhere);
    sample.code.method.instructions.add(new JumpInsnNode(GOTO, elsewhere));
    Transfers.redirect(sample.code.node(sample.place(TABLESWITCH)), label -> elsewhere);
    assertArrayEquals(new int[] {2, 1, 2, 2}, targets.of(0));
  }
}
