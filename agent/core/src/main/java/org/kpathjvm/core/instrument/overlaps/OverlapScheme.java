package org.kpathjvm.core.instrument.overlaps;

import java.util.Set;
import org.kpathjvm.core.instrument.calls.CallCode;
import org.kpathjvm.core.instrument.paths.RegisterPlan;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.probes.PlanRequest;
import org.kpathjvm.core.instrument.probes.PlannedIds;
import org.kpathjvm.core.instrument.probes.RungRejectedException;
import org.kpathjvm.core.instrument.probes.Scheme;

/**
 * Records overlapping paths: each completed path, and the extension of each path that ends at a
 * back edge.
 */
public final class OverlapScheme extends Scheme {
  private final LoopDegrees degrees;
  private final boolean crossesCalls;

  /**
   * Creates the scheme.
   *
   * @param crossesCalls whether overlapping paths across calls are recorded, too
   */
  public OverlapScheme(LoopDegrees degrees, boolean crossesCalls) {
    this.degrees = degrees;
    this.crossesCalls = crossesCalls;
  }

  @Override
  public MethodPlan plan(MethodCode code, PlanRequest request) throws RungRejectedException {
    PlannedIds ids = request.reservePaths(code, null, Set.of());
    RegisterPlan numbers = RegisterPlan.ofOwnNumbers(code, request.rung, ids.first, ids.first);
    int ints = crossesCalls ? CallCode.REGISTERS : 0;
    return new OverlapPlan(code, request, ids, numbers, ints, degrees, crossesCalls);
  }

  @Override
  public String toString() {
    return "overlaps degrees=" + degrees + " calls=" + crossesCalls;
  }
}
