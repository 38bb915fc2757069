package org.kpathjvm.core.instrument.probes;

import org.kpathjvm.core.instrument.exceptions.MonitorCover;
import org.kpathjvm.core.instrument.exceptions.ThisFlow;
import org.kpathjvm.core.numbering.EndKind;
import org.kpathjvm.core.numbering.PathValue;
import org.kpathjvm.core.numbering.StartKind;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;

/**
 * What happens once in an activation: at its entry, at its exits, and around a constructor's this()
 * or super().
 */
final class ActivationProbes {
  private final MethodPlan plan;
  private final MonitorCover monitors;
  private final InsnList instructions;

  ActivationProbes(MethodPlan plan, MonitorCover monitors) {
    this.plan = plan;
    this.monitors = monitors;
    instructions = plan.code.method.instructions;
  }

  /** Before returns and athrows. */
  void insertExits() {
    if (plan.windows != null) {
      insertEndsOfWindows();
    }
    if (plan.edgeCounters != null) {
      insertCountedExits();
    }
    if (!plan.probes.recordsPaths()) {
      return;
    }
    for (int block = 0; block < plan.graph.blockCount(); block++) {
      if (plan.graph.isExit(block)) {
        AbstractInsnNode exit = plan.blocks.lastInstruction(block);
        InsnList probe = plan.scheme != null ? plan.scheme.atExit(block) : lastPath(block);
        instructions.insertBefore(exit, monitors.suited(plan.blocks.last(block), probe));
        if (plan.hasActivation
            && (plan.probes.countsAbandoned() || plan.packing != null)
            && exit.getOpcode() == Opcodes.ATHROW) {
          // A handler or the catch-all comes next: there is no sequence left for it to close.
          instructions.insertBefore(exit, plan.emitter.newActivation());
        }
      }
    }
  }

  private void insertEndsOfWindows() {
    for (int block = 0; block < plan.graph.blockCount(); block++) {
      if (plan.graph.isExit(block)) {
        instructions.insertBefore(
            plan.blocks.lastInstruction(block),
            monitors.suited(plan.blocks.last(block), plan.windows.atExit(block)));
      }
    }
  }

  private void insertCountedExits() {
    for (int block = 0; block < plan.graph.blockCount(); block++) {
      if (plan.edgeCounters.countsExits(block)) {
        instructions.insertBefore(
            plan.blocks.lastInstruction(block),
            monitors.suited(plan.blocks.last(block), plan.edgeCounters.atExit(block)));
      }
    }
  }

  private InsnList lastPath(int block) {
    PathValue id = plan.register.idAt(EndKind.EXIT, block);
    InsnList code = plan.completion.isLast(id);
    if (plan.calls != null) {
      boolean isThrown = plan.blocks.lastInstruction(block).getOpcode() == Opcodes.ATHROW;
      code.add(isThrown ? plan.calls.goesOn(id) : plan.calls.atReturn(id));
    }
    return code;
  }

  /** Around the calls that initialise {@code this}. */
  void insertAroundInitialisations(ThisFlow flow) {
    if (plan.has(Counter.SUPER_CALLS)) {
      flow.initialisations().stream()
          .mapToObj(plan.code::node)
          .forEach(
              call -> {
                instructions.insertBefore(call, plan.emitter.count(plan.id(Counter.SUPER_CALLS)));
                instructions.insert(call, plan.emitter.count(plan.id(Counter.SUPER_RETURNS)));
              });
    }
  }

  /** Before everything else. */
  void insertEntry() {
    InsnList code = new InsnList();
    if (plan.has(Counter.ENTRIES)) {
      code.add(plan.emitter.count(plan.id(Counter.ENTRIES)));
    }
    if (plan.hasActivation) {
      code.add(plan.emitter.newActivation());
    }
    if (plan.trips != null) {
      code.add(plan.trips.none());
    }
    if (plan.register.isLive(0)) {
      code.add(plan.emitter.setRegister(plan.register.initial(StartKind.ENTRY, 0)));
    }
    if (plan.windows != null) {
      code.add(plan.windows.atEntry());
    }
    if (plan.calls != null) {
      code.add(plan.calls.atEntry());
    }
    if (plan.scheme != null) {
      code.add(plan.scheme.atEntry());
    }
    CountedLoop entered = plan.countedLoops().entered();
    if (entered != null) {
      code.add(plan.beginFirstTrip(entered));
    }
    instructions.insert(code);
  }
}
