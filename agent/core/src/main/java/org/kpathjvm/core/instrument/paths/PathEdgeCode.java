package org.kpathjvm.core.instrument.paths;

import org.kpathjvm.core.instrument.probes.EdgeCode;
import org.kpathjvm.core.instrument.probes.ProbeEmitter;
import org.kpathjvm.core.numbering.PathNumbering;
import org.kpathjvm.core.numbering.PathValue;
import org.objectweb.asm.tree.InsnList;

/**
 * The code on the edges of a method whose paths are recorded. It increments the path register or
 * ends a path, and the plan may add more code.
 */
final class PathEdgeCode implements EdgeCode {
  private final PathPlan plan;
  private final PathNumbering numbering;

  PathEdgeCode(PathPlan plan) {
    this.plan = plan;
    numbering = plan.code.numbering;
  }

  @Override
  public boolean isNeeded(int from, int to) {
    return isCut(from, to) || isIncremented(from, to) || plan.hasMore(from, to);
  }

  @Override
  public boolean mayThrow(int from, int to) {
    return isCut(from, to)
        || plan.hasMore(from, to)
        || !ProbeEmitter.fitsIncrement(plan.increments.edge(from, to));
  }

  @Override
  public boolean mayStandInTarget(int from, int to) {
    return !isCut(from, to) && plan.mayStandInTarget(from, to);
  }

  @Override
  public InsnList code(int from, int to) {
    InsnList code = plan.before(from, to);
    if (isCut(from, to)) {
      PathValue path = plan.register.idAt(numbering.cutKind(from, to), from);
      InsnList next =
          plan.register.isLive(to)
              ? plan.start(numbering.startAfterCut(from, to), to)
              : new InsnList();
      code.add(plan.completes(path, from, to, next));
    } else if (isIncremented(from, to)) {
      code.add(plan.emitter.increment(plan.increments.edge(from, to)));
    }
    code.add(plan.behind(from, to));
    return code;
  }

  private boolean isIncremented(int from, int to) {
    return plan.register.isLive(to)
        && plan.increments.edge(from, to) != 0
        && !plan.hammocks().have(from, to);
  }

  private boolean isCut(int from, int to) {
    return numbering.cutKind(from, to) != null;
  }
}
