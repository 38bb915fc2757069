package org.kpathjvm.core.instrument.windows;

import java.util.Set;
import org.kpathjvm.core.instrument.edges.EdgeScheme;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.probes.PlanRequest;
import org.kpathjvm.core.instrument.probes.PlannedIds;
import org.kpathjvm.core.instrument.probes.RungRejectedException;
import org.kpathjvm.core.instrument.probes.Scheme;
import org.kpathjvm.core.structural.StructureForest;

/**
 * Structural path profiling: records the paths of each structure graph separately ({@link
 * WindowCode}).
 */
public final class WindowScheme extends Scheme {
  private final int mostPaths;

  /**
   * Creates the scheme.
   *
   * @param mostPaths the largest number of paths that a method may have. If a method has more, the
   *     edges of its branches are counted instead.
   */
  public WindowScheme(int mostPaths) {
    this.mostPaths = mostPaths;
  }

  @Override
  public MethodPlan plan(MethodCode code, PlanRequest request) throws RungRejectedException {
    StructureForest forest = StructureForest.of(code.graph, code.backEdges, code.blocks.athrows());
    if (forest.pathCount() > mostPaths) {
      return EdgeScheme.ofBranches().plan(code, request);
    }
    int count = (int) forest.pathCount();
    PlannedIds ids =
        request.reserve(code.numbering.pathCount(), 0, Set.of(), count, "its " + count + " paths");
    return new WindowPlan(code, request, ids, forest);
  }

  @Override
  public boolean recordsPaths() {
    return false;
  }

  @Override
  public String toString() {
    return "structural paths most=" + mostPaths;
  }
}
