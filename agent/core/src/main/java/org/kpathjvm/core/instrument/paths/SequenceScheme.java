package org.kpathjvm.core.instrument.paths;

import java.util.Set;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.probes.PlanRequest;
import org.kpathjvm.core.instrument.probes.PlannedIds;
import org.kpathjvm.core.instrument.probes.RungRejectedException;
import org.kpathjvm.core.instrument.probes.Scheme;
import org.kpathjvm.core.numbering.HotNumbering;

/** Records sequences of paths; each path is recorded when it is complete. */
public final class SequenceScheme extends Scheme {
  @Override
  public MethodPlan plan(MethodCode code, PlanRequest request) throws RungRejectedException {
    HotNumbering hot = RegisterPlan.byFrequency(code, request.taken(code));
    PlannedIds ids = request.reservePaths(code, hot, Set.of());
    RegisterPlan numbers = RegisterPlan.of(code, request, hot, ids.first);
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
