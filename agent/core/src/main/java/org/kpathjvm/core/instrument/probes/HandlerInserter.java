package org.kpathjvm.core.instrument.probes;

import java.util.HashMap;
import java.util.Map;
import org.kpathjvm.core.instrument.code.HandlerRange;
import org.kpathjvm.core.instrument.exceptions.MonitorCover;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;

/**
 * Lets the exception table lead to a trampoline for each handler, where the dispatch is recorded
 * and a path starts. The handler's block itself stays as it is: an ordinary edge into it is an
 * ordinary edge.
 */
final class HandlerInserter {
  private final MethodPlan plan;
  private final Trampolines trampolines;
  private final MonitorCover monitors;

  HandlerInserter(MethodPlan plan, Trampolines trampolines, MonitorCover monitors) {
    this.plan = plan;
    this.trampolines = trampolines;
    this.monitors = monitors;
  }

  void insert() {
    Map<Integer, LabelNode> redirections = new HashMap<>();
    for (HandlerRange range : plan.code.blocks.ranges()) {
      if (range.handler >= 0
          && plan.code.graph.isHandler(range.handler)
          && plan.isNeededAt(range.handler)) {
        LabelNode handler = range.entry.handler;
        range.entry.handler =
            redirections.computeIfAbsent(range.handler, block -> trampoline(block, handler));
      }
    }
  }

  private LabelNode trampoline(int block, LabelNode handler) {
    InsnList code = plan.atDispatch(block); // exception
    code.add(onwards(block, handler)); // exception
    LabelNode start = trampolines.add(block, false, code);
    HandlerRange cover = monitors.onDispatch(block);
    if (cover != null) {
      trampolines.coverLast(start, () -> cover.entry.handler);
    } else if (monitors.leadsOn(block)) {
      LabelNode[] unrecorded = new LabelNode[1];
      trampolines.coverLast(start, () -> unrecorded[0]);
      InsnList failed = plan.atFailedDispatch(block); // exception
      failed.add(onwards(block, handler)); // exception
      unrecorded[0] = trampolines.add(block, false, failed);
      // For HotSpot any ldc may throw; as this one doesn't, the code may cover itself.
      trampolines.coverLast(unrecorded[0], () -> unrecorded[0]);
    }
    return start;
  }

  /** Starts a path at the handler's block. */
  private InsnList onwards(int block, LabelNode handler) {
    InsnList code = plan.startAt(block); // exception
    code.add(new JumpInsnNode(Opcodes.GOTO, handler)); // exception
    return code;
  }
}
