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
 * Makes a trampoline for each handler for which the plan has code, and redirects the handler's
 * entries in the exception table to the trampoline. The trampoline records the dispatch, starts a
 * path and goes to the handler. The handler's block isn't changed, because control may also enter
 * it by ordinary edges. The comments at the ends of lines show the operand stack.
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
      // HotSpot assumes that any ldc may throw, and wants a handler for it. An ldc in this code
      // never throws, so the code may be its own handler.
      trampolines.coverLast(unrecorded[0], () -> unrecorded[0]);
    }
    return start;
  }

  /** Returns the code that starts a path at the handler's block and goes to this block. */
  private InsnList onwards(int block, LabelNode handler) {
    InsnList code = plan.startAt(block); // exception
    code.add(new JumpInsnNode(Opcodes.GOTO, handler)); // exception
    return code;
  }
}
