package org.kpathjvm.core.instrument.code;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.core.instrument.oracle.GeneratedClass.returnBoxed;

import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.SampleCode;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

class CodeBlocksTest implements Opcodes {
  @Test
  void callsDoNotEndABlock() {
    CodeBlocks blocks = SampleCode.f(m -> returnBoxed(m, 0)).blocks;
    assertEquals(1, blocks.count());
    assertEquals(3, blocks.instructionCount(0));
    assertEquals(ILOAD, blocks.firstInstruction(0).getOpcode());
    assertEquals(ARETURN, blocks.lastInstruction(0).getOpcode());
    assertTrue(blocks.graph().isExit(0));
  }

  @Test
  void branchesEndBlocksAndTargetsBeginBlocks() {
    SampleCode sample =
        SampleCode.f(
            m -> {
              Label joined = new Label();
              m.visitVarInsn(ILOAD, 0);
              m.visitJumpInsn(IFEQ, joined);
              m.visitIincInsn(0, 1);
              m.visitLabel(joined);
              returnBoxed(m, 0);
            });
    CodeBlocks blocks = sample.blocks;
    assertEquals(3, blocks.count());
    assertArrayEquals(new int[] {2, 1}, blocks.graph().successors(0));
    assertArrayEquals(new int[] {2}, blocks.graph().successors(1));
    assertEquals(sample.place(IFEQ), blocks.last(0));
    assertEquals(sample.place(IINC), blocks.first(1));
    assertEquals(1, blocks.blockFrom(sample.place(IINC)));
  }

  @Test
  void labelsAndLinesAreNotCountedAsInstructions() {
    CodeBlocks blocks =
        SampleCode.f(
                m -> {
                  m.visitIincInsn(0, 1000);
                  Label line = new Label();
                  m.visitLabel(line);
                  m.visitLineNumber(7, line);
                  m.visitVarInsn(ILOAD, 300);
                  m.visitVarInsn(ISTORE, 0);
                  returnBoxed(m, 0);
                })
            .blocks;
    assertEquals(6, blocks.instructionCount(0));
  }

  @Test
  void theTargetsOfASwitchAreUniqueAndBeginWithTheDefault() {
    CodeBlocks blocks =
        SampleCode.f(
                m -> {
                  Label one = new Label();
                  Label two = new Label();
                  m.visitVarInsn(ILOAD, 0);
                  m.visitTableSwitchInsn(0, 2, two, one, two, one);
                  m.visitLabel(one);
                  m.visitIincInsn(0, 1);
                  m.visitLabel(two);
                  returnBoxed(m, 0);
                })
            .blocks;
    assertArrayEquals(new int[] {2, 1}, blocks.graph().successors(0));
  }

  @Test
  void everyBlockInTheRangeLeadsToTheHandler() {
    SampleCode sample =
        SampleCode.f(
            m -> {
              Label start = new Label();
              Label end = new Label();
              Label handler = new Label();
              m.visitTryCatchBlock(start, end, handler, "java/lang/RuntimeException");
              m.visitIincInsn(0, 1);
              m.visitLabel(start);
              m.visitVarInsn(ILOAD, 0);
              m.visitJumpInsn(IFEQ, end);
              m.visitIincInsn(0, 2);
              m.visitLabel(end);
              returnBoxed(m, 0);
              m.visitLabel(handler);
              m.visitInsn(ATHROW);
            });
    CodeBlocks blocks = sample.blocks;
    int handler = blocks.blockFrom(sample.place(ATHROW));
    assertTrue(blocks.graph().isHandler(handler));
    assertArrayEquals(new int[] {handler}, blocks.graph().handlersOf(0));
    assertArrayEquals(new int[] {handler}, blocks.graph().handlersOf(1));
    assertArrayEquals(new int[0], blocks.graph().handlersOf(2));
    HandlerRange range = blocks.ranges().get(0);
    assertEquals(handler, range.handler);
    assertEquals(sample.place(ILOAD), range.start);
    assertTrue(range.covers(sample.place(IINC, 1)) && !range.covers(sample.place(IINC)));
  }

  @Test
  void deadCodeHasNoBlocks() {
    Label dead = new Label();
    byte[] original =
        new GeneratedClass(V1_5, ClassWriter.COMPUTE_MAXS)
            .f(
                m -> {
                  Label end = new Label();
                  m.visitJumpInsn(GOTO, end);
                  m.visitLabel(dead);
                  m.visitIincInsn(0, 1);
                  m.visitJumpInsn(GOTO, dead);
                  m.visitLabel(end);
                  returnBoxed(m, 0);
                })
            .bytes();
    SampleCode sample = new SampleCode(original, "f");
    assertEquals(2, sample.blocks.count());
    assertArrayEquals(new int[] {1}, sample.blocks.graph().successors(0));
    int place = sample.place(IINC);
    assertEquals(-1, sample.blocks.blockFrom(place));
    assertEquals(
        -1,
        sample.blocks.startingAt(
            Transfers.targets(sample.code.node(sample.place(GOTO, 1))).get(0)));
    assertEquals(
        1,
        sample.blocks.startingAt(Transfers.targets(sample.code.node(sample.place(GOTO))).get(0)));
  }

  @Test
  void codeThatRunsOffItsEndIsRefused() {
    byte[] original =
        new GeneratedClass(V1_5, ClassWriter.COMPUTE_MAXS).f(m -> m.visitIincInsn(0, 1)).bytes();
    assertThrows(IllegalArgumentException.class, () -> new SampleCode(original, "f"));
  }
}
