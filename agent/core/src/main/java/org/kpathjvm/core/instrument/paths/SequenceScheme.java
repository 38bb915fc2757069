package org.kpathjvm.core.instrument.paths;

import java.util.List;
import java.util.Set;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.probes.PlanRequest;
import org.kpathjvm.core.instrument.probes.PlannedIds;
import org.kpathjvm.core.instrument.probes.RungRejectedException;
import org.kpathjvm.core.instrument.probes.Scheme;
import org.kpathjvm.core.numbering.HotNumbering;
import org.kpathjvm.core.numbering.TakenPath;

/** Sequences of paths, each path recorded when it is complete. */
public final class SequenceScheme extends Scheme {
  @Override
  public MethodPlan plan(MethodCode code, PlanRequest request) throws RungRejectedException {
    List<TakenPath> taken = RegisterPlan.taken(code, request);
    HotNumbering hot = taken.isEmpty() ? null : HotNumbering.byFrequency(code.numbering, taken);
    int count = code.numbering.pathCount();
    PlannedIds ids =
        request.reserve(
            count, hot == null ? count : hot.idCount(), Set.of(), 0, "its " + count + " paths");
    RegisterPlan numbers =
        hot == null
            ? RegisterPlan.ofOwnNumbers(code, request.rung, ids.first, ids.first)
            : RegisterPlan.ofHotNumbers(code, hot, ids.first);
    return new SequencePlan(code, request, ids, numbers, 0);
  }

  @Override
  public boolean takesGuide() {
    return true;
  }

  @Override
  public String toString() {
    return "sequences";
  }
}
