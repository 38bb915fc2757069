package org.kpathjvm.core.instrument.probes;

import org.kpathjvm.core.numbering.EndKind;
import org.kpathjvm.core.numbering.PathValue;
import org.kpathjvm.core.numbering.StartKind;
import org.objectweb.asm.tree.InsnList;

/** Increments of the path register, and the completion of a path where an edge is cut. */
final class PathEdgeCode implements EdgeCode {
  private final MethodPlan plan;

  PathEdgeCode(MethodPlan plan) {
    this.plan = plan;
  }

  @Override
  public boolean isNeeded(int from, int to) {
    return isCut(from, to) || plan.register.isLive(to) && plan.increments.edge(from, to) != 0;
  }

  @Override
  public boolean mayThrow(int from, int to) {
    return isCut(from, to) || !ProbeEmitter.fitsIncrement(plan.increments.edge(from, to));
  }

  @Override
  public boolean mayStandInTarget(int from, int to) {
    return !isCut(from, to);
  }

  @Override
  public InsnList code(int from, int to) {
    EndKind cut = plan.numbering.cutKind(from, to);
    if (cut == null) {
      return plan.emitter.increment(plan.increments.edge(from, to));
    }
    PathValue path = plan.register.idAt(cut, from);
    InsnList code =
        plan.packing == null
            ? plan.completion.goesOn(path)
            : plan.emitter.pack(path, plan.fullWords.onEdge(from, to));
    if (plan.register.isLive(to)) {
      StartKind next = plan.numbering.startAfterCut(from, to);
      code.add(plan.emitter.setRegister(plan.register.initial(next, to)));
    }
    return code;
  }

  private boolean isCut(int from, int to) {
    return plan.numbering.cutKind(from, to) != null;
  }
}
