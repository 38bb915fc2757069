package org.kpathjvm.core.instrument.code;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/**
 * Finds, for each switch of a method, the blocks to which the switch leads, in the order of its
 * keys. The blocks must be found before probes redirect the switches.
 */
public final class SwitchTargets {
  private final Map<Integer, int[]> targets = new HashMap<>(0);

  public SwitchTargets(CodeBlocks blocks) {
    for (int block = 0; block < blocks.count(); block++) {
      AbstractInsnNode last = blocks.lastInstruction(block);
      if (last instanceof TableSwitchInsnNode || last instanceof LookupSwitchInsnNode) {
        List<LabelNode> labels = Transfers.targets(last);
        int[] found = new int[labels.size()];
        for (int i = 0; i < found.length; i++) {
          // The default comes first in the labels, but last in the result.
          found[i] = blocks.startingAt(labels.get((i + 1) % found.length));
        }
        targets.put(block, found);
      }
    }
  }

  /**
   * Returns the blocks that a block's switch leads to, in the order of the keys, with the default's
   * block last. Returns null if the block doesn't end with a switch.
   */
  public int[] of(int block) {
    return targets.get(block);
  }

  /** Returns the keys of a switch, in the order in which the instruction has them. */
  public static int[] keys(AbstractInsnNode instruction) {
    if (instruction instanceof LookupSwitchInsnNode) {
      return ((LookupSwitchInsnNode) instruction).keys.stream().mapToInt(key -> key).toArray();
    }
    TableSwitchInsnNode table = (TableSwitchInsnNode) instruction;
    int[] keys = new int[table.labels.size()];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = table.min + i;
    }
    return keys;
  }
}
