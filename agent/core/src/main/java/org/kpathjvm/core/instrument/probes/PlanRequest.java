package org.kpathjvm.core.instrument.probes;

import java.util.Map;
import java.util.Set;
import org.kpathjvm.core.instrument.guide.GuidedMethod;

/** What a scheme is asked for when it plans a method, beside the method itself. */
public final class PlanRequest {
  /** How much of the method is to be recorded; never {@link Rung#ENTRY}. */
  public final Rung rung;

  /**
   * What an earlier profile says of the method; {@link GuidedMethod#UNKNOWN} if it says nothing.
   */
  public final GuidedMethod known;

  /** The internal name of the class with the static probe methods. */
  public final String probesClass;

  private final MethodIds ids;

  /** Makes a request for one method. */
  public PlanRequest(Rung rung, GuidedMethod known, String probesClass, MethodIds ids) {
    this.rung = rung;
    this.known = known;
    this.probesClass = probesClass;
    this.ids = ids;
  }

  /**
   * Reserves a method's ids: those of its paths, then one for each counter.
   *
   * @param pathCount the number of the method's paths, recorded or not
   * @param pathIds ids that paths take
   * @param counters in the order of their ids
   * @param more ids behind those of the counters
   * @param what what the ids are for, as a message says it
   * @throws RungRejectedException if there aren't so many ids left
   */
  public PlannedIds reserve(
      int pathCount, int pathIds, Set<Counter> counters, int more, String what)
      throws RungRejectedException {
    int first = ids.reserve(pathIds + counters.size() + more, what);
    Map<Counter, Integer> byCounter = Counter.ids(counters, first + pathIds);
    return new PlannedIds(first, pathCount, pathIds, byCounter, more);
  }
}
