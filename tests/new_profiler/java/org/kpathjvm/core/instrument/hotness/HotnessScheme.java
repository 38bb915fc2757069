package org.kpathjvm.core.instrument.hotness;

import java.util.EnumSet;
import org.kpathjvm.core.instrument.probes.Counter;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.probes.PlanRequest;
import org.kpathjvm.core.instrument.probes.PlannedIds;
import org.kpathjvm.core.instrument.probes.RungRejectedException;
import org.kpathjvm.core.instrument.probes.Scheme;

/**
 * Counts what a virtual machine with several compilers counts to find hot code: each method's
 * entries, and each back edge that is taken. Dispatches to handlers are counted too. From all these
 * counts, bounds are computed for the counts of the other edges.
 */
public final class HotnessScheme extends Scheme {
  @Override
  public MethodPlan plan(MethodCode code, PlanRequest request) throws RungRejectedException {
    HotEdges hot = new HotEdges(code);
    PlannedIds ids =
        request.reserve(
            code.numbering.pathCount(),
            0,
            EnumSet.of(Counter.ENTRIES),
            hot.size(),
            "its " + hot.size() + " back edges and handlers");
    return new HotnessPlan(code, request, ids, hot);
  }

  @Override
  public boolean recordsPaths() {
    return false;
  }

  @Override
  public String toString() {
    return "entries and back edges";
  }
}
