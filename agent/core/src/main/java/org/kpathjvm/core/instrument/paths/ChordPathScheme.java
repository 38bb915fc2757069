package org.kpathjvm.core.instrument.paths;

import java.util.List;
import java.util.Set;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.probes.PlanRequest;
import org.kpathjvm.core.instrument.probes.PlannedIds;
import org.kpathjvm.core.instrument.probes.Rung;
import org.kpathjvm.core.instrument.probes.RungRejectedException;
import org.kpathjvm.core.instrument.probes.Scheme;
import org.kpathjvm.core.numbering.HotNumbering;
import org.kpathjvm.core.numbering.TakenPath;

/**
 * Records each completed path separately. It uses Ball and Larus's event counting: the increments
 * are on the chords of a spanning tree, and the tree contains the frequent edges. A method with too
 * many paths for an array of counters calls {@code hashed(I)V} instead of {@code path(I)V}.
 */
public final class ChordPathScheme extends Scheme {
  /**
   * The default for the largest number of paths that are counted in an array. Ball and Larus use
   * hash tables instead of arrays for methods with more than 4,000 to 6,000 paths.
   */
  public static final int DEFAULT_ARRAY_PATHS = 4_000;

  private final int arrayPaths;

  /**
   * Creates the scheme.
   *
   * @param arrayPaths the largest number of paths for which a method has an array of counters
   */
  public ChordPathScheme(int arrayPaths) {
    this.arrayPaths = arrayPaths;
  }

  @Override
  public MethodPlan plan(MethodCode code, PlanRequest request) throws RungRejectedException {
    List<TakenPath> taken = request.taken(code);
    HotNumbering hot = RegisterPlan.byFrequency(code, taken);
    PlannedIds ids = request.reservePaths(code, hot, Set.of());
    RegisterPlan numbers =
        request.rung == Rung.FULL
            ? RegisterPlan.onRareEdges(code, hot, code.frequencies(taken), ids.first)
            : RegisterPlan.ofOwnNumbers(code, request.rung, ids.first, ids.first);
    return new CountedPathPlan(
        code, request, ids, numbers, code.numbering.pathCount() > arrayPaths);
  }

  @Override
  public boolean takesGuide() {
    return true;
  }

  @Override
  public String toString() {
    return "paths on chords, array paths=" + arrayPaths;
  }
}
