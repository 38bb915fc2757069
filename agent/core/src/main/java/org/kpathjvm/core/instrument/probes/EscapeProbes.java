package org.kpathjvm.core.instrument.probes;

import java.util.ArrayList;
import java.util.List;
import org.kpathjvm.core.instrument.exceptions.EscapeRegions;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * The catch-all handlers, behind all other code, and their entries at the exception table's end.
 */
final class EscapeProbes {
  private final MethodPlan plan;
  private final EscapeRegions regions;

  EscapeProbes(MethodPlan plan, EscapeRegions regions) {
    this.plan = plan;
    this.regions = regions;
  }

  /** Appends to the method, which has its trampolines by now. */
  void append() {
    append(regions.labelsBeforeInitialisation(), true);
    List<LabelNode> ordinary = new ArrayList<>(regions.labels());
    if (regions.coverWholeMethod() && !ordinary.isEmpty()) {
      LabelNode end = new LabelNode();
      plan.code.method.instructions.add(end);
      ordinary.set(ordinary.size() - 1, end);
    }
    append(ordinary, false);
  }

  private void append(List<LabelNode> ranges, boolean thisUninitialised) {
    if (ranges.isEmpty()) {
      return;
    }
    MethodNode method = plan.code.method;
    LabelNode handler = new LabelNode();
    method.instructions.add(handler);
    if (plan.closesWords()) {
      method.instructions.add(closing(handler));
    } else {
      method.instructions.add(code(thisUninitialised));
    }
    for (int i = 0; i < ranges.size(); i += 2) {
      method.tryCatchBlocks.add(
          new TryCatchBlockNode(ranges.get(i), ranges.get(i + 1), handler, null));
    }
  }

  /** Without a counter that shows what is missing, a probe that fails has to be seen. */
  private InsnList closing(LabelNode handler) {
    InsnList code = new InsnList();
    LabelNode end = new LabelNode();
    LabelNode failed = new LabelNode();
    addFrame(code, false);
    code.add(plan.emitter.close()); // exception
    code.add(end);
    code.add(new InsnNode(Opcodes.ATHROW)); //
    code.add(failed);
    addFrame(code, false);
    code.add(plan.emitter.lose()); // exception
    code.add(new InsnNode(Opcodes.ATHROW)); //
    plan.code.method.tryCatchBlocks.add(new TryCatchBlockNode(handler, end, failed, null));
    return code;
  }

  private InsnList code(boolean thisUninitialised) {
    int id = plan.id(Counter.ESCAPES);
    InsnList code = new InsnList();
    addFrame(code, thisUninitialised);
    code.add(plan.streamed ? plan.emitter.escape(id) : plan.emitter.count(id)); // exception
    code.add(new InsnNode(Opcodes.ATHROW)); //
    return code;
  }

  private void addFrame(InsnList code, boolean thisUninitialised) {
    if (plan.frames.arePresent()) {
      code.add(plan.frames.catchAll(thisUninitialised));
    }
  }
}
