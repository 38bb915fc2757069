package org.kpathjvm.workloads.dacapo.bloat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Finds the local variables that may still be read after each instruction. */
final class Liveness {
  private final InsnList instructions;
  private final List<List<Integer>> successors = new ArrayList<>();
  private final BitSet[] after;

  Liveness(MethodNode method) {
    instructions = method.instructions;
    after = new BitSet[instructions.size()];
    for (int i = 0; i < after.length; i++) {
      after[i] = new BitSet();
      successors.add(successorsOf(i));
    }
    for (TryCatchBlockNode block : method.tryCatchBlocks) {
      int handler = instructions.indexOf(block.handler);
      int end = instructions.indexOf(block.end);
      for (int i = instructions.indexOf(block.start); i < end; i++) {
        successors.get(i).add(handler);
      }
    }
    solve();
  }

  /**
   * Returns whether the variable may be read after the instruction, before the next store to the
   * variable.
   */
  boolean isLiveAfter(int instruction, int variable) {
    return after[instruction].get(variable);
  }

  private void solve() {
    boolean isChanged = true;
    while (isChanged) {
      isChanged = false;
      for (int i = after.length - 1; i >= 0; i--) {
        BitSet live = new BitSet();
        for (int successor : successors.get(i)) {
          live.or(before(successor));
        }
        if (!live.equals(after[i])) {
          after[i] = live;
          isChanged = true;
        }
      }
    }
  }

  private BitSet before(int index) {
    BitSet live = (BitSet) after[index].clone();
    AbstractInsnNode instruction = instructions.get(index);
    int opcode = instruction.getOpcode();
    if (instruction instanceof IincInsnNode increment) {
      live.set(increment.var);
    } else if (instruction instanceof VarInsnNode variable) {
      boolean isStore = opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE;
      // In a try block, the handler is a successor, too, and can read the old value.
      if (!isStore) {
        live.set(variable.var);
      } else if (successors.get(index).size() == 1) {
        live.clear(variable.var);
      }
    }
    return live;
  }

  private List<Integer> successorsOf(int index) {
    List<Integer> next = new ArrayList<>();
    AbstractInsnNode instruction = instructions.get(index);
    int opcode = instruction.getOpcode();
    if (instruction instanceof JumpInsnNode jump) {
      next.add(instructions.indexOf(jump.label));
    } else if (instruction instanceof TableSwitchInsnNode table) {
      addLabels(next, table.labels, table.dflt);
    } else if (instruction instanceof LookupSwitchInsnNode lookup) {
      addLabels(next, lookup.labels, lookup.dflt);
    }
    boolean isEnd =
        opcode == Opcodes.GOTO
            || opcode == Opcodes.TABLESWITCH
            || opcode == Opcodes.LOOKUPSWITCH
            || opcode == Opcodes.ATHROW
            || opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
    if (!isEnd && index + 1 < instructions.size()) {
      next.add(index + 1);
    }
    return next;
  }

  private void addLabels(List<Integer> next, List<LabelNode> labels, LabelNode otherwise) {
    for (LabelNode label : labels) {
      next.add(instructions.indexOf(label));
    }
    next.add(instructions.indexOf(otherwise));
  }
}
