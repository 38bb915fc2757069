package org.kpathjvm.core.instrument.probes;

import java.util.ArrayList;
import java.util.List;
import org.kpathjvm.core.instrument.exceptions.EscapeRegions;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Appends the catch-all handlers after all other code of a method, and adds entries for these
 * handlers at the end of the method's exception table. The comments at the ends of lines show the
 * operand stack.
 */
final class EscapeInserter {
  private final MethodPlan plan;
  private final EscapeRegions regions;

  EscapeInserter(MethodPlan plan, EscapeRegions regions) {
    this.plan = plan;
    this.regions = regions;
  }

  /** Appends the handlers to the method. The trampolines must have been appended before. */
  void append() {
    append(regions.labelsBeforeInitialisation(), true);
    List<LabelNode> ordinary = new ArrayList<>(regions.labels());
    if (regions.coverWholeMethod() && !ordinary.isEmpty()) {
      LabelNode end = new LabelNode();
      plan.method.instructions.add(end);
      ordinary.set(ordinary.size() - 1, end);
    }
    append(ordinary, false);
  }

  private void append(List<LabelNode> ranges, boolean thisUninitialised) {
    if (ranges.isEmpty()) {
      return;
    }
    LabelNode handler = new LabelNode();
    InsnList code = plan.method.instructions;
    code.add(handler);
    addFrame(code, thisUninitialised);
    code.add(plan.atEscape()); // exception
    InsnList failed = plan.atFailedEscape(); // exception
    if (failed.size() > 0) {
      LabelNode end = new LabelNode();
      LabelNode failure = new LabelNode();
      code.add(end);
      code.add(new InsnNode(Opcodes.ATHROW)); //
      code.add(failure);
      addFrame(code, thisUninitialised);
      code.add(failed); // exception
      plan.method.tryCatchBlocks.add(new TryCatchBlockNode(handler, end, failure, null));
    }
    code.add(new InsnNode(Opcodes.ATHROW)); //
    for (int i = 0; i < ranges.size(); i += 2) {
      plan.method.tryCatchBlocks.add(
          new TryCatchBlockNode(ranges.get(i), ranges.get(i + 1), handler, null));
    }
  }

  private void addFrame(InsnList code, boolean thisUninitialised) {
    if (plan.frames.arePresent()) {
      code.add(plan.frames.catchAll(thisUninitialised));
    }
  }
}
