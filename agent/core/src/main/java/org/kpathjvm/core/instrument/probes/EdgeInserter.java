package org.kpathjvm.core.instrument.probes;

import java.util.HashMap;
import java.util.Map;
import org.kpathjvm.core.instrument.code.HandlerRange;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.kpathjvm.core.instrument.code.Transfers;
import org.kpathjvm.core.instrument.exceptions.MonitorCover;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;

/**
 * Inserts the code of edges ({@link EdgeCode}) where it needs the fewest jumps.
 *
 * <ul>
 *   <li>A goto has only one target, so its edge's code is placed before the goto. This isn't
 *       possible if the code may throw and must not be covered by the handlers that cover the goto.
 *   <li>The code of a fall-through edge is placed after the source's last instruction and before
 *       the target's label.
 *   <li>The code of a block's only incoming edge may be placed before the block's first
 *       instruction.
 *   <li>The remaining edges, mostly the taken edges of conditional branches and switches, are
 *       redirected through trampolines at the method's end.
 * </ul>
 */
final class EdgeInserter {
  private final MethodPlan plan;
  private final EdgeCode edges;
  private final InsnList instructions;
  private final Trampolines trampolines;
  private final MonitorCover monitors;

  EdgeInserter(MethodPlan plan, Trampolines trampolines, MonitorCover monitors) {
    this.plan = plan;
    edges = plan.edges();
    this.trampolines = trampolines;
    this.monitors = monitors;
    instructions = plan.method.instructions;
  }

  void insert() {
    // The code at blocks' beginnings is inserted first, because all other code that is inserted
    // before a block's first instruction must follow this code.
    for (int block = 0; block < plan.code.graph.blockCount(); block++) {
      if (isIncrementedInside(block)) {
        InsnList code = edges.code(plan.code.graph.predecessors(block)[0], block);
        instructions.insertBefore(
            plan.code.blocks.firstInstruction(block),
            monitors.suited(plan.code.blocks.first(block), code));
      }
    }
    plan.insertInBlocks(instructions);
    for (int block = 0; block < plan.code.graph.blockCount(); block++) {
      if (!plan.code.graph.isExit(block)) {
        insertAtEndOf(block);
      }
    }
  }

  private void insertAtEndOf(int block) {
    if (!needsCodeAnywhere(block)) {
      return;
    }
    AbstractInsnNode last = plan.code.blocks.lastInstruction(block);
    if (last.getOpcode() == Opcodes.GOTO) {
      int target = plan.code.graph.successors(block)[0];
      if (!needsCodeOutside(block, target)) {
        return;
      }
      if (!edges.mayThrow(block, target) || monitors.allowsProbeAtSource(block)) {
        instructions.insertBefore(last, edges.code(block, target));
        return;
      }
    }
    if (!OriginalCode.endsFlow(last.getOpcode())) {
      insertOnFallThrough(block);
    }
    Map<Integer, LabelNode> redirections = new HashMap<>();
    Transfers.redirect(
        last,
        label -> {
          int target = plan.code.blocks.startingAt(label);
          return needsCodeOutside(block, target)
              ? redirections.computeIfAbsent(target, to -> trampoline(block, to, label))
              : label;
        });
  }

  private LabelNode trampoline(int from, int to, LabelNode target) {
    InsnList code = edges.code(from, to);
    code.add(new JumpInsnNode(Opcodes.GOTO, target));
    LabelNode start = trampolines.add(to, plan.isRegisterLive(from), code);
    HandlerRange cover = edges.mayThrow(from, to) ? monitors.onEdge(from, to) : null;
    if (cover != null) {
      trampolines.coverLast(start, () -> cover.entry.handler);
    }
    return start;
  }

  private void insertOnFallThrough(int block) {
    int last = plan.code.blocks.last(block);
    int next = plan.code.original.next(last);
    int target = plan.code.blocks.blockFrom(next);
    if (!needsCodeOutside(block, target)) {
      return;
    }
    InsnList code = monitors.suited(last, next, edges.code(block, target));
    LabelNode start = new LabelNode();
    code.insert(start);
    for (HandlerRange range : plan.code.blocks.ranges()) {
      if (range.end == next) {
        // The range ends before the inserted code. If a range that ends with a monitorexit covered
        // this code, and the code threw, the range's handler would release the monitor a second
        // time.
        range.entry.end = start;
      }
      if (range.start == next && monitors.startsEarly(range, last)) {
        range.entry.start = start;
      }
    }
    instructions.insert(plan.code.original.node(last), code);
  }

  private boolean needsCodeAnywhere(int from) {
    for (int to : plan.code.graph.successors(from)) {
      if (needsCodeOutside(from, to)) {
        return true;
      }
    }
    return false;
  }

  private boolean needsCodeOutside(int from, int to) {
    return !isIncrementedInside(to) && edges.isNeeded(from, to);
  }

  /**
   * Returns whether the code of the block's only incoming edge is placed at the block's beginning.
   * The code isn't placed there if the block's first instruction is a {@code NEW}, because frames
   * refer to this instruction by its label.
   */
  private boolean isIncrementedInside(int block) {
    int[] predecessors = plan.code.graph.predecessors(block);
    return block != 0
        && predecessors.length == 1
        && !plan.code.graph.isHandler(block)
        && edges.mayStandInTarget(predecessors[0], block)
        && edges.isNeeded(predecessors[0], block)
        && plan.code.blocks.firstInstruction(block).getOpcode() != Opcodes.NEW;
  }
}
