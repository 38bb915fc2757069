package org.kpathjvm.core.instrument.code;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/** Reads and changes the labels that branches and switches refer to. */
public final class Transfers {
  private Transfers() {}

  /**
   * Returns the targets of the instruction. The default of a switch comes first. The flow graph has
   * its edges in the same order.
   */
  public static List<LabelNode> targets(AbstractInsnNode instruction) {
    if (instruction instanceof JumpInsnNode) {
      return Collections.singletonList(((JumpInsnNode) instruction).label);
    }
    if (instruction instanceof TableSwitchInsnNode) {
      TableSwitchInsnNode table = (TableSwitchInsnNode) instruction;
      return defaultFirst(table.dflt, table.labels);
    }
    if (instruction instanceof LookupSwitchInsnNode) {
      LookupSwitchInsnNode lookup = (LookupSwitchInsnNode) instruction;
      return defaultFirst(lookup.dflt, lookup.labels);
    }
    return Collections.emptyList();
  }

  /** Replaces every target of the instruction. */
  public static void redirect(AbstractInsnNode instruction, UnaryOperator<LabelNode> redirection) {
    if (instruction instanceof JumpInsnNode) {
      JumpInsnNode jump = (JumpInsnNode) instruction;
      jump.label = redirection.apply(jump.label);
    } else if (instruction instanceof TableSwitchInsnNode) {
      TableSwitchInsnNode table = (TableSwitchInsnNode) instruction;
      table.dflt = redirection.apply(table.dflt);
      table.labels.replaceAll(redirection);
    } else if (instruction instanceof LookupSwitchInsnNode) {
      LookupSwitchInsnNode lookup = (LookupSwitchInsnNode) instruction;
      lookup.dflt = redirection.apply(lookup.dflt);
      lookup.labels.replaceAll(redirection);
    }
  }

  private static List<LabelNode> defaultFirst(LabelNode first, List<LabelNode> others) {
    List<LabelNode> all = new ArrayList<>(others.size() + 1);
    all.add(first);
    all.addAll(others);
    return all;
  }
}
