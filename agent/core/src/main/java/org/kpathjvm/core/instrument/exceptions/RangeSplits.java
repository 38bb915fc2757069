package org.kpathjvm.core.instrument.exceptions;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** Excludes pieces of code from the ranges of handlers. */
final class RangeSplits {
  private final MethodNode method;
  private final Map<TryCatchBlockNode, List<LabelNode[]>> pieces = new IdentityHashMap<>();

  RangeSplits(MethodNode method) {
    this.method = method;
  }

  /**
   * Excludes the code between two labels from the entry's range. The labels and the code may be
   * inserted later.
   */
  void exclude(TryCatchBlockNode entry, LabelNode start, LabelNode end) {
    pieces.computeIfAbsent(entry, e -> new ArrayList<>()).add(new LabelNode[] {start, end});
  }

  /**
   * Replaces each entry of the exception table with one entry for each remaining piece of the
   * entry's range. The labels must be in the code when this method is called.
   */
  void apply() {
    if (pieces.isEmpty()) {
      return;
    }
    List<TryCatchBlockNode> entries = new ArrayList<>();
    for (TryCatchBlockNode entry : method.tryCatchBlocks) {
      entries.addAll(pieces.containsKey(entry) ? remainder(entry) : List.of(entry));
    }
    method.tryCatchBlocks.clear();
    method.tryCatchBlocks.addAll(entries);
  }

  private List<TryCatchBlockNode> remainder(TryCatchBlockNode entry) {
    InsnList code = method.instructions;
    List<LabelNode[]> excluded = pieces.get(entry);
    excluded.sort(Comparator.comparingInt(piece -> code.indexOf(piece[0])));
    List<TryCatchBlockNode> entries = new ArrayList<>();
    LabelNode start = entry.start;
    for (LabelNode[] piece : excluded) {
      addUnlessEmpty(entries, entry, start, piece[0]);
      start = piece[1];
    }
    addUnlessEmpty(entries, entry, start, entry.end);
    return entries;
  }

  private static void addUnlessEmpty(
      List<TryCatchBlockNode> entries, TryCatchBlockNode entry, LabelNode start, LabelNode end) {
    for (AbstractInsnNode node = start; node != end; node = node.getNext()) {
      if (node.getOpcode() >= 0) {
        entries.add(new TryCatchBlockNode(start, end, entry.handler, entry.type));
        return;
      }
    }
  }
}
