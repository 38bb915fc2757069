package org.kpathjvm.core.instrument.probes;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.kpathjvm.core.instrument.guide.GuidedMethod;
import org.kpathjvm.core.numbering.HotNumbering;
import org.kpathjvm.core.numbering.TakenPath;

/**
 * The request to plan a method: everything that a scheme needs in addition to the method itself.
 */
public final class PlanRequest {
  /** How much of the method to record; never {@link Rung#ENTRY}. */
  public final Rung rung;

  /** An earlier profile's entry for the method; {@link GuidedMethod#UNKNOWN} if there is none. */
  public final GuidedMethod known;

  /** The internal name of the class with the static probe methods. */
  public final String probesClass;

  private final MethodIds ids;

  /** Creates a request for one method. */
  public PlanRequest(Rung rung, GuidedMethod known, String probesClass, MethodIds ids) {
    this.rung = rung;
    this.known = known;
    this.probesClass = probesClass;
    this.ids = ids;
  }

  /**
   * Returns the method's paths that were taken according to an earlier profile. Schemes place
   * probes so that these paths cost little. On all rungs below {@link Rung#FULL} the result is
   * empty, because small code is more important there.
   */
  public List<TakenPath> taken(MethodCode code) {
    return rung == Rung.FULL ? known.pathsOf(code.numbering.graph(), code.numbering) : List.of();
  }

  /**
   * Reserves the ids of a method whose Ball-Larus paths are recorded.
   *
   * @param hot the numbering of the recorded paths; null if it is the method's own numbering
   * @param counters the counters, in the order of their ids
   * @throws RungRejectedException if there aren't enough ids left
   */
  public PlannedIds reservePaths(MethodCode code, HotNumbering hot, Set<Counter> counters)
      throws RungRejectedException {
    int count = code.numbering.pathCount();
    int pathIds = hot == null ? count : hot.idCount();
    return reserve(count, pathIds, counters, 0, "its " + count + " paths");
  }

  /**
   * Reserves a method's ids: first the ids of paths, then one id for each counter, then other ids.
   *
   * @param pathCount the number of the method's paths, recorded or not
   * @param pathIds the number of ids that paths take
   * @param counters the counters, in the order of their ids
   * @param more the number of other ids
   * @param what the purpose of the ids, for the message
   * @throws RungRejectedException if there aren't enough ids left
   */
  public PlannedIds reserve(
      int pathCount, int pathIds, Set<Counter> counters, int more, String what)
      throws RungRejectedException {
    int first = ids.reserve(pathIds + counters.size() + more, what);
    Map<Counter, Integer> byCounter = Counter.ids(counters, first + pathIds);
    return new PlannedIds(first, pathCount, pathIds, byCounter, more);
  }
}
