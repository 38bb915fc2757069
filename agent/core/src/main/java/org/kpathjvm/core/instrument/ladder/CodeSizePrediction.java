package org.kpathjvm.core.instrument.ladder;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Predicts the size of a method's code in the class file, in bytes. The prediction is never too
 * small. It assumes that a branch is widened if its target is too far away for a 16-bit offset,
 * because ASM widens such branches when it writes the class.
 *
 * <p>The prediction can be too large by one byte for each constant that turns out to have a low
 * index (ldc instead of ldc_w). Where branches are widened, it can also be too large by the padding
 * of a switch.
 */
final class CodeSizePrediction {
  private static final int REACH = 32_767;
  private static final int MAX_PADDING = 3;

  private final MethodNode method;
  private final Set<AbstractInsnNode> shortConstants;

  /**
   * The branches that are widened; null if the code is so small that no branch needs to be widened,
   * as in nearly every method.
   */
  private Set<AbstractInsnNode> wide;

  private CodeSizePrediction(MethodNode method, Set<AbstractInsnNode> shortConstants) {
    this.method = method;
    this.shortConstants = shortConstants;
  }

  /**
   * Predicts a method's size.
   *
   * @param shortConstants the ldc instructions that certainly take two bytes
   */
  static int of(MethodNode method, Set<AbstractInsnNode> shortConstants) {
    CodeSizePrediction prediction = new CodeSizePrediction(method, shortConstants);
    // No branch needs to be widened if a branch can reach from one end of the code to the other.
    int bytes = prediction.layOut(false, null);
    if (bytes > REACH) {
      prediction.widen();
      bytes = prediction.layOut(false, null);
    }
    return bytes;
  }

  /**
   * Finds the branches that must be widened. Distances are computed with the largest padding of
   * switches, so the distances can only grow as more branches are widened.
   */
  private void widen() {
    wide = Collections.newSetFromMap(new IdentityHashMap<>());
    boolean changed = true;
    while (changed) {
      Map<LabelNode, Integer> labels = new IdentityHashMap<>();
      layOut(true, labels);
      changed = false;
      int at = 0;
      for (AbstractInsnNode node = first(); node != null; node = node.getNext()) {
        if (node instanceof JumpInsnNode) {
          int distance = labels.get(((JumpInsnNode) node).label) - at;
          if (distance > REACH || distance < -REACH - 1) {
            changed |= wide.add(node);
          }
        }
        at += size(node, at, true);
      }
    }
  }

  private int layOut(boolean fullPadding, Map<LabelNode, Integer> labels) {
    int at = 0;
    for (AbstractInsnNode node = first(); node != null; node = node.getNext()) {
      if (labels != null && node instanceof LabelNode) {
        labels.put((LabelNode) node, at);
      }
      at += size(node, at, fullPadding);
    }
    return at;
  }

  private AbstractInsnNode first() {
    return method.instructions.getFirst();
  }

  private int size(AbstractInsnNode node, int at, boolean fullPadding) {
    switch (node.getType()) {
      case AbstractInsnNode.LABEL:
      case AbstractInsnNode.LINE:
      case AbstractInsnNode.FRAME:
        return 0;
      case AbstractInsnNode.INSN:
        return 1;
      case AbstractInsnNode.INT_INSN:
        return node.getOpcode() == Opcodes.SIPUSH ? 3 : 2;
      case AbstractInsnNode.VAR_INSN:
        int local = ((VarInsnNode) node).var;
        return local < 4 && node.getOpcode() != Opcodes.RET ? 1 : local < 256 ? 2 : 4;
      case AbstractInsnNode.IINC_INSN:
        IincInsnNode increment = (IincInsnNode) node;
        return increment.var > 255 || increment.incr != (byte) increment.incr ? 6 : 3;
      case AbstractInsnNode.LDC_INSN:
        return shortConstants.contains(node) && !takesTwoSlots((LdcInsnNode) node) ? 2 : 3;
      case AbstractInsnNode.JUMP_INSN:
        return jumpSize(node.getOpcode(), wide != null && wide.contains(node));
      case AbstractInsnNode.METHOD_INSN:
        return node.getOpcode() == Opcodes.INVOKEINTERFACE ? 5 : 3;
      case AbstractInsnNode.INVOKE_DYNAMIC_INSN:
        return 5;
      case AbstractInsnNode.MULTIANEWARRAY_INSN:
        return 4;
      case AbstractInsnNode.TABLESWITCH_INSN:
        return 13 + padding(at, fullPadding) + 4 * ((TableSwitchInsnNode) node).labels.size();
      case AbstractInsnNode.LOOKUPSWITCH_INSN:
        return 9 + padding(at, fullPadding) + 8 * ((LookupSwitchInsnNode) node).labels.size();
      default: // FIELD_INSN, TYPE_INSN
        return 3;
    }
  }

  private static int jumpSize(int opcode, boolean wide) {
    if (!wide) {
      return 3;
    }
    // A goto becomes goto_w and a jsr becomes jsr_w. A conditional branch is inverted so that it
    // skips a goto_w.
    return opcode == Opcodes.GOTO || opcode == Opcodes.JSR ? 5 : 8;
  }

  private static int padding(int at, boolean full) {
    return full ? MAX_PADDING : ~at & MAX_PADDING;
  }

  private static boolean takesTwoSlots(LdcInsnNode node) {
    return node.cst instanceof Long
        || node.cst instanceof Double
        || node.cst instanceof ConstantDynamic && ((ConstantDynamic) node.cst).getSize() == 2;
  }
}
