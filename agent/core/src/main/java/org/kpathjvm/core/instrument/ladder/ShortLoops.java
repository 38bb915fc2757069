package org.kpathjvm.core.instrument.ladder;

import java.util.Arrays;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.cfg.Loop;
import org.kpathjvm.core.cfg.LoopForest;
import org.kpathjvm.core.instrument.code.CodeBlocks;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Recognises loops that make few iterations each time they are entered, such as {@code for (int i =
 * 0; i < 17; i++)}. The answer is only used to choose between probes that record the same data, so
 * it needn't always be right. It is wrong, for example, if a counter begins far below 0.
 */
final class ShortLoops {
  /** The largest constant with which the counter of a short loop is compared. */
  static final int MOST_ITERATIONS = 64;

  private ShortLoops() {}

  /**
   * Returns whether all loops of a method are short. A loop is short if no other loop is in it or
   * around it, and if one of the branches that leave it compares a local variable with a small
   * constant. The loop's only change to this variable must be one increment.
   */
  static boolean areAll(MethodCode code) {
    return LoopForest.of(code.graph, code.backEdges).stream()
        .allMatch(loop -> loop.parent() < 0 && isShort(code, loop));
  }

  private static boolean isShort(MethodCode code, Loop loop) {
    FlowGraph graph = code.blocks.graph();
    return Arrays.stream(loop.blocks())
        .filter(block -> !Arrays.stream(graph.successors(block)).allMatch(loop::contains))
        .map(block -> counter(code, block))
        .anyMatch(variable -> variable >= 0 && isOnlyIncremented(code, loop, variable));
  }

  /**
   * Returns the local variable that the block's last instruction compares with a small constant; -1
   * if there is no such comparison.
   */
  private static int counter(MethodCode code, int block) {
    OriginalCode original = code.original;
    int jump = code.blocks.last(block);
    int opcode = original.node(jump).getOpcode();
    if (opcode < Opcodes.IF_ICMPEQ || opcode > Opcodes.IF_ICMPLE) {
      return -1;
    }
    int second = original.previous(jump);
    int first = second < 0 ? -1 : original.previous(second);
    if (first < code.blocks.first(block)) {
      return -1;
    }
    AbstractInsnNode variable = original.node(first);
    return variable.getOpcode() == Opcodes.ILOAD && isSmallConstant(original.node(second))
        ? ((VarInsnNode) variable).var
        : -1;
  }

  private static boolean isSmallConstant(AbstractInsnNode node) {
    int opcode = node.getOpcode();
    return opcode >= Opcodes.ICONST_0 && opcode <= Opcodes.ICONST_5
        || opcode == Opcodes.BIPUSH
            && ((IntInsnNode) node).operand >= 0
            && ((IntInsnNode) node).operand <= MOST_ITERATIONS;
  }

  private static boolean isOnlyIncremented(MethodCode code, Loop loop, int variable) {
    CodeBlocks blocks = code.blocks;
    int increments = 0;
    for (int block : loop.blocks()) {
      for (int at = blocks.first(block); at <= blocks.last(block); at = code.original.next(at)) {
        AbstractInsnNode node = code.original.node(at);
        if (node instanceof IincInsnNode && ((IincInsnNode) node).var == variable) {
          if (((IincInsnNode) node).incr <= 0) {
            return false;
          }
          increments++;
        } else if (node.getOpcode() == Opcodes.ISTORE && ((VarInsnNode) node).var == variable) {
          return false;
        }
      }
    }
    return increments == 1;
  }
}
