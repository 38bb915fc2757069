package org.kpathjvm.core.instrument.code;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.kpathjvm.core.instrument.oracle.GeneratedClass.returnBoxed;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowEdge;
import org.kpathjvm.core.instrument.oracle.SampleCode;
import org.kpathjvm.core.numbering.CutMode;
import org.kpathjvm.core.numbering.End;
import org.kpathjvm.core.numbering.EndKind;
import org.kpathjvm.core.numbering.PathIncrements;
import org.kpathjvm.core.numbering.PathNumbering;
import org.kpathjvm.core.numbering.PathRegister;
import org.kpathjvm.core.numbering.Start;
import org.kpathjvm.core.numbering.StartKind;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

class CodeSizeWeightsTest implements Opcodes {
  /**
   * Returns the weights of a method in which block 0 ends with a switch to blocks 1, 3 and 4. Block
   * 1 branches to block 4 or falls through to block 2, which goes to block 4. Blocks 3 and 4
   * return.
   */
  private static CodeSizeWeights weights() {
    SampleCode sample =
        SampleCode.f(
            m -> {
              Label three = new Label();
              Label four = new Label();
              Label five = new Label();
              m.visitVarInsn(ILOAD, 0);
              m.visitTableSwitchInsn(1, 2, five, three, four);
              m.visitLabel(three);
              m.visitVarInsn(ILOAD, 0);
              m.visitJumpInsn(IFEQ, four);
              m.visitIincInsn(0, 1);
              m.visitJumpInsn(GOTO, four);
              m.visitLabel(five);
              returnBoxed(m, 0);
              m.visitLabel(four);
              returnBoxed(m, 0);
            });
    PathNumbering numbering =
        PathNumbering.of(
            sample.blocks.graph(), BackEdges.of(sample.blocks.graph()), CutMode.BACK_EDGE, 100);
    PathRegister register =
        new PathRegister(sample.blocks.graph(), numbering, new PathIncrements(numbering, null), 1);
    return new CodeSizeWeights(sample.blocks, numbering, register);
  }

  /**
   * An increment weighs 5 bytes, and a goto 3. Only one path leads to block 3, so the path's id is
   * a constant, and the edge to block 3 needs no increment. Several paths lead to block 4, which
   * therefore needs the path register.
   */
  @ParameterizedTest
  @CsvSource({"0, 1, 5", "0, 3, 0", "0, 4, 8", "1, 4, 8", "1, 2, 5", "2, 4, 5"})
  void anIncrementInATrampolineAlsoTakesAGoto(int from, int to, long weight) {
    assertEquals(weight, weights().of(new FlowEdge(from, to)));
  }

  @Test
  void anAddendIsNeededWhereTheIdIsNotConstant() {
    assertEquals(0, weights().of(new End(EndKind.EXIT, 3, 0)));
    assertEquals(4, weights().of(new End(EndKind.EXIT, 4, 0)));
    assertEquals(0, weights().of(new Start(StartKind.ENTRY, 0, 0)));
  }
}
