package org.kpathjvm.core.instrument.probes;

import org.kpathjvm.core.numbering.PathValue;
import org.kpathjvm.core.numbering.StartKind;
import org.objectweb.asm.tree.InsnList;

/**
 * Increments of the path register, the completion of a path where an edge is cut, and what is due
 * where a counted loop is entered or left.
 */
final class PathEdgeCode implements EdgeCode {
  private final MethodPlan plan;
  private final CountedLoops loops;

  PathEdgeCode(MethodPlan plan) {
    this.plan = plan;
    loops = plan.countedLoops();
  }

  @Override
  public boolean isNeeded(int from, int to) {
    return isCut(from, to) || isIncremented(from, to) || entersOrLeaves(from, to);
  }

  @Override
  public boolean mayThrow(int from, int to) {
    return isCut(from, to)
        || entersOrLeaves(from, to)
        || !ProbeEmitter.fitsIncrement(plan.increments.edge(from, to));
  }

  @Override
  public boolean mayStandInTarget(int from, int to) {
    return !isCut(from, to) && !entersOrLeaves(from, to);
  }

  @Override
  public InsnList code(int from, int to) {
    InsnList code = loops.isLeft(from, to) ? plan.trips.end() : new InsnList();
    if (isCut(from, to)) {
      code.add(cut(from, to));
    } else if (isIncremented(from, to)) {
      code.add(plan.emitter.increment(plan.increments.edge(from, to)));
    }
    CountedLoop entered = loops.entered(from, to);
    if (entered != null) {
      code.add(plan.beginTrips(entered, from));
    }
    return code;
  }

  /** A path is complete, and another one starts. */
  private InsnList cut(int from, int to) {
    PathValue path = plan.register.idAt(plan.numbering.cutKind(from, to), from);
    InsnList code;
    if (loops.endingTrip(from, to) != null) {
      code = plan.trips.complete(plan.fullWords.onTrip(loops.endingTrip(from, to)));
    } else if (plan.packing == null) {
      code = plan.completion.goesOn(path);
    } else {
      code = plan.emitter.pack(path, plan.fullWords.onEdge(from, to));
    }
    if (plan.register.isLive(to)) {
      StartKind next = plan.numbering.startAfterCut(from, to);
      code.add(plan.emitter.setRegister(plan.register.initial(next, to)));
    }
    return code;
  }

  private boolean isIncremented(int from, int to) {
    return plan.register.isLive(to) && plan.increments.edge(from, to) != 0;
  }

  private boolean entersOrLeaves(int from, int to) {
    return loops.entered(from, to) != null || loops.isLeft(from, to);
  }

  private boolean isCut(int from, int to) {
    return plan.numbering.cutKind(from, to) != null;
  }
}
