package org.kpathjvm.core.instrument;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/** A method's source lines by original offset: each applies from its offset on. */
final class SourceLines {
  private final TreeMap<Integer, Integer> byOffset = new TreeMap<>();

  SourceLines(MethodNode method, int[] offsets) {
    List<Integer> pending = new ArrayList<>();
    int place = 0;
    for (AbstractInsnNode node = method.instructions.getFirst();
        node != null;
        node = node.getNext()) {
      if (node instanceof LineNumberNode) {
        pending.add(((LineNumberNode) node).line);
      } else if (offsets[place] >= 0 && !pending.isEmpty()) {
        // Several lines at one offset: the last entry of the table counts, as in stack traces.
        byOffset.put(offsets[place], pending.get(pending.size() - 1));
        pending.clear();
      }
      place++;
    }
  }

  /** Pairs of offset and line for a block: what applies at its first offset, then every change. */
  int[][] within(int firstOffset, int lastOffset) {
    List<int[]> pairs = new ArrayList<>();
    Map.Entry<Integer, Integer> inEffect = byOffset.floorEntry(firstOffset);
    if (inEffect != null) {
      pairs.add(new int[] {firstOffset, inEffect.getValue()});
    }
    for (Map.Entry<Integer, Integer> line :
        byOffset.subMap(firstOffset, false, lastOffset, true).entrySet()) {
      pairs.add(new int[] {line.getKey(), line.getValue()});
    }
    return pairs.toArray(new int[0][]);
  }
}
