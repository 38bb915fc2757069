package org.kpathjvm.core.instrument.callers;

import java.util.EnumSet;
import org.kpathjvm.core.instrument.probes.Counter;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.probes.PlanRequest;
import org.kpathjvm.core.instrument.probes.PlannedIds;
import org.kpathjvm.core.instrument.probes.RungRejectedException;
import org.kpathjvm.core.instrument.probes.Scheme;

/**
 * Counts how often each method is entered from each call. A method has one id for itself and one id
 * for each of its calls.
 */
public final class CallerScheme extends Scheme {
  @Override
  public MethodPlan plan(MethodCode code, PlanRequest request) throws RungRejectedException {
    CallSites sites = CallSites.of(code);
    PlannedIds ids =
        request.reserve(
            code.numbering.pathCount(),
            0,
            EnumSet.of(Counter.ENTRIES),
            sites.size(),
            "its " + sites.size() + " calls");
    return new CallerPlan(code, request, ids, sites);
  }

  @Override
  public boolean recordsPaths() {
    return false;
  }

  @Override
  public String toString() {
    return "callers";
  }
}
