package org.kpathjvm.core.instrument.paths;

import java.util.Set;
import org.kpathjvm.core.instrument.edges.EdgeScheme;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.probes.PlanRequest;
import org.kpathjvm.core.instrument.probes.PlannedIds;
import org.kpathjvm.core.instrument.probes.RungRejectedException;
import org.kpathjvm.core.instrument.probes.Scheme;
import org.kpathjvm.core.numbering.HotNumbering;

/** Records each completed path separately, as Ball and Larus's own profiler does. */
public final class PathScheme extends Scheme {
  private final int mostPaths;

  /** Creates the scheme for methods with any number of paths. */
  public PathScheme() {
    this(Integer.MAX_VALUE);
  }

  /**
   * Creates the scheme.
   *
   * @param mostPaths a limit on a method's paths. If the method has more paths, or if some of its
   *     edges were cut to reduce the number of paths, its edges are counted instead of its paths.
   */
  public PathScheme(int mostPaths) {
    this.mostPaths = mostPaths;
  }

  @Override
  public MethodPlan plan(MethodCode code, PlanRequest request) throws RungRejectedException {
    int count = code.numbering.pathCount();
    boolean isLimited = mostPaths < Integer.MAX_VALUE;
    if (isLimited && (count > mostPaths || !code.numbering.extraCuts().isEmpty())) {
      return EdgeScheme.ofBranches().plan(code, request);
    }
    HotNumbering hot = RegisterPlan.byFrequency(code, request.taken(code));
    PlannedIds ids = request.reservePaths(code, hot, Set.of());
    RegisterPlan numbers = RegisterPlan.of(code, request, hot, ids.first);
    return new CountedPathPlan(code, request, ids, numbers, false);
  }

  @Override
  public boolean takesGuide() {
    return true;
  }

  @Override
  public String toString() {
    return "paths most=" + mostPaths;
  }
}
