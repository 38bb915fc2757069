package org.kpathjvm.core.instrument.paths;

import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.instrument.probes.PlanRequest;
import org.kpathjvm.core.instrument.probes.PlannedIds;
import org.kpathjvm.core.instrument.probes.ProbeLocals;
import org.kpathjvm.core.numbering.PathValue;
import org.objectweb.asm.tree.InsnList;

/**
 * A plan that records the completed paths of each activation, in order. If an activation may have
 * several paths, the probes are {@code emit(JI)J} and {@code exit(JI)V}. If every activation has
 * only one path, the probe is {@code path(I)V}. No probe is needed to end a sequence: the
 * activation's local variable identifies the sequence, and this variable is gone when the
 * activation ends. When an exception is dispatched to a handler, the variable is set to 0, so that
 * a new sequence begins.
 */
public class SequencePlan extends PathPlan {
  /** Whether an activation may have several paths and therefore needs a local variable. */
  final boolean streamed;

  /**
   * Plans a method.
   *
   * @param ints the number of additional int locals that a subclass needs
   */
  protected SequencePlan(
      MethodCode code, PlanRequest request, PlannedIds ids, RegisterPlan numbers, int ints) {
    super(code, request, ids, numbers, locals(code, numbers).withInts(ints), null);
    streamed = code.numbering.needsStream();
  }

  private static ProbeLocals locals(MethodCode code, RegisterPlan numbers) {
    int own = code.original.method.maxLocals;
    return new ProbeLocals(own, code.numbering.needsStream(), false, numbers.register.isUsed());
  }

  @Override
  protected InsnList completes(PathValue path, int from, int to, InsnList next) {
    InsnList probes = emitter.emit(path);
    probes.add(next);
    return probes;
  }

  @Override
  protected InsnList isLast(PathValue path, int block) {
    return streamed ? emitter.exit(path) : emitter.path(path);
  }

  @Override
  protected InsnList atEntry() {
    InsnList probes = streamed ? emitter.newActivation() : new InsnList();
    probes.add(super.atEntry());
    return probes;
  }

  @Override
  protected boolean isNeededAt(int handler) {
    return streamed || super.isNeededAt(handler);
  }

  @Override
  protected InsnList atDispatch(int handler) {
    return streamed ? emitter.newSequence() : new InsnList();
  }
}
