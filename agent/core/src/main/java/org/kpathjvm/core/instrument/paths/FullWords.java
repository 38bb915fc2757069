package org.kpathjvm.core.instrument.paths;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.kpathjvm.core.instrument.code.HandlerRange;
import org.kpathjvm.core.instrument.exceptions.MonitorCover;
import org.kpathjvm.core.instrument.probes.Trampolines;
import org.kpathjvm.core.numbering.PathValue;
import org.kpathjvm.core.numbering.StartKind;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;

/**
 * Makes the code that runs when a word of packed paths is full, when a path doesn't fit into a
 * word, or when no further trip of a counted loop can be counted. The code is placed in
 * trampolines, outside the method's loops, so that the loops stay small. A trampoline jumps to the
 * beginning of the block where the next path starts. It can't jump into the middle of a block: a
 * jump's target needs a stack map frame, and frames are known only at the beginnings of blocks.
 */
final class FullWords {
  private final PackedPlan plan;
  private final Trampolines trampolines;
  private final MonitorCover monitors;
  private final Map<List<Object>, LabelNode> byTarget = new HashMap<>();

  FullWords(PackedPlan plan, Trampolines trampolines, MonitorCover monitors) {
    this.plan = plan;
    this.trampolines = trampolines;
    this.monitors = monitors;
  }

  /**
   * Returns the label of a trampoline for a path that ends on the edge and fills the word; null if
   * no code may branch to the edge's target.
   */
  LabelNode onEdge(int from, int to) {
    if (plan.code.blocks.label(to) == null || !plan.allowsBranchTo(to)) {
      return null;
    }
    StartKind next = plan.code.numbering.startAfterCut(from, to);
    HandlerRange cover = monitors.onEdge(from, to);
    return byTarget.computeIfAbsent(
        Arrays.asList(to, next, cover),
        key -> trampoline(to, plan.register.isLive(to), cover, fullWord(from, to)));
  }

  /**
   * Returns the label of a trampoline that records a path separately, because the path doesn't fit
   * into a word.
   */
  LabelNode onWide(int from, int to, PathValue path) {
    InsnList code = plan.wide.wide(path);
    addEntered(from, to, code);
    if (plan.register.isLive(to)) {
      StartKind next = plan.code.numbering.startAfterCut(from, to);
      code.add(plan.start(next, to));
    }
    return trampoline(to, true, monitors.onEdge(from, to), code);
  }

  /**
   * Returns the label of a trampoline that writes a counted loop's trips when no further trip can
   * be counted.
   */
  LabelNode onTrip(CountedLoop loop) {
    HandlerRange cover = monitors.onEdge(loop.latch(), loop.header);
    InsnList code = plan.trips.full(plan.laterTrip(loop));
    return trampoline(loop.header, plan.register.isLive(loop.header), cover, code);
  }

  private InsnList fullWord(int from, int to) {
    InsnList code = plan.emitter.full();
    addEntered(from, to, code);
    return code;
  }

  private void addEntered(int from, int to, InsnList code) {
    CountedLoop entered = plan.loops.entered(from, to);
    if (entered != null) {
      code.add(plan.beginTrips(entered, from));
    }
  }

  /**
   * Adds a trampoline and returns its label.
   *
   * @param to the block that the trampoline jumps to
   * @param register whether the path register has a value when control arrives at the trampoline
   * @param cover the handler that covers the trampoline; null if there is none
   */
  private LabelNode trampoline(int to, boolean register, HandlerRange cover, InsnList code) {
    code.add(new JumpInsnNode(Opcodes.GOTO, plan.code.blocks.label(to)));
    LabelNode start = trampolines.add(to, register, code);
    if (cover != null) {
      trampolines.coverLast(start, () -> cover.entry.handler);
    }
    return start;
  }
}
