package org.kpathjvm.core.instrument.exceptions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

class RangeSplitsTest {
  private static final int LENGTH = 6;

  private final MethodNode method = new MethodNode();

  private final LabelNode[] labels = new LabelNode[LENGTH + 1];

  private final TryCatchBlockNode outer;
  private final TryCatchBlockNode inner;

  RangeSplitsTest() {
    for (int i = 0; i <= LENGTH; i++) {
      labels[i] = new LabelNode();
      method.instructions.add(labels[i]);
      if (i < LENGTH) {
        method.instructions.add(new InsnNode(Opcodes.NOP));
      }
    }
    method.tryCatchBlocks = new ArrayList<>();
    inner = new TryCatchBlockNode(labels[1], labels[3], labels[LENGTH], "Inner");
    outer = new TryCatchBlockNode(labels[0], labels[LENGTH], labels[LENGTH], null);
    method.tryCatchBlocks.addAll(List.of(inner, outer));
  }

  /** Returns the ranges as "start-end type", where start and end are the numbers of labels. */
  private List<String> ranges() {
    List<String> ranges = new ArrayList<>();
    for (TryCatchBlockNode entry : method.tryCatchBlocks) {
      ranges.add(number(entry.start) + "-" + number(entry.end) + " " + entry.type);
    }
    return ranges;
  }

  private int number(AbstractInsnNode label) {
    return List.of(labels).indexOf(label);
  }

  @Test
  void withoutExclusionsNothingChanges() {
    new RangeSplits(method).apply();
    assertEquals(List.of(inner, outer), method.tryCatchBlocks);
  }

  @Test
  void piecesAreExcludedInAnyOrder() {
    RangeSplits splits = new RangeSplits(method);
    splits.exclude(outer, labels[4], labels[5]);
    splits.exclude(outer, labels[1], labels[2]);
    splits.apply();
    assertEquals(List.of("1-3 Inner", "0-1 null", "2-4 null", "5-6 null"), ranges());
  }

  @Test
  void emptyRangesAreRemoved() {
    RangeSplits splits = new RangeSplits(method);
    splits.exclude(inner, labels[1], labels[2]);
    splits.exclude(outer, labels[0], labels[6]);
    splits.apply();
    assertEquals(List.of("2-3 Inner"), ranges());
  }
}
