package org.kpathjvm.core.instrument.metadata;

import java.util.BitSet;
import org.kpathjvm.core.cfg.Loop;
import org.kpathjvm.core.instrument.code.CodeBlocks;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Finds the branches and switches of a loop that read a local variable which the loop itself
 * assigns. Their tests can't be moved out of the loop just because they always went the same way.
 *
 * <p>Variables are told apart by their slots only. That suffices: if a variable that is read in the
 * loop gets its value before the loop, no other variable can use its slot anywhere in the loop.
 */
final class AssignedTests {
  private final Decisions decisions;
  private final CodeBlocks blocks;
  private final OriginalCode code;

  AssignedTests(MethodPlan plan, Decisions decisions) {
    this.decisions = decisions;
    blocks = plan.code.blocks;
    code = plan.code.original;
  }

  /**
   * Returns the blocks that end with such a branch or switch. A test whose instructions can't be
   * distinguished from others in its block is left out. So is a switch over strings or patterns:
   * the loop assigns the variable that the compiler made for it, but the source may not assign what
   * it switches over.
   */
  int[] in(Loop loop) {
    BitSet assigned = new BitSet();
    for (int block : loop.blocks()) {
      addSlots(blocks.first(block), blocks.last(block), Opcodes.ISTORE, Opcodes.ASTORE, assigned);
    }
    BitSet found = new BitSet();
    for (int block : loop.blocks()) {
      int first = assigned.isEmpty() ? -1 : decisions.firstOfTest(block);
      if (first >= 0 && !decisions.isOverOwnVariable(block)) {
        BitSet read = new BitSet();
        addSlots(first, blocks.last(block), Opcodes.ILOAD, Opcodes.ALOAD, read);
        found.set(block, read.intersects(assigned));
      }
    }
    return found.stream().toArray();
  }

  /**
   * Adds the slots of the variables that instructions with certain opcodes load or store. An iinc
   * does both.
   */
  private void addSlots(int first, int last, int least, int most, BitSet slots) {
    for (int place = first; place <= last; place++) {
      AbstractInsnNode node = code.node(place);
      if (node instanceof IincInsnNode) {
        slots.set(((IincInsnNode) node).var);
      } else if (node.getOpcode() >= least && node.getOpcode() <= most) {
        slots.set(((VarInsnNode) node).var);
      }
    }
  }
}
