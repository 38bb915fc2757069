package org.kpathjvm.core.instrument.paths;

import org.kpathjvm.core.instrument.guide.HotPaths;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.probes.Packing;
import org.kpathjvm.core.instrument.probes.PlanRequest;
import org.kpathjvm.core.instrument.probes.PlannedIds;
import org.kpathjvm.core.instrument.probes.Rung;
import org.kpathjvm.core.instrument.probes.RungRejectedException;
import org.kpathjvm.core.instrument.probes.Scheme;
import org.kpathjvm.core.numbering.HotNumbering;

/**
 * Records the completed paths and their order within each activation. Counters ({@link
 * AbandonedCounts}) show how many activations were ended by exceptions and how many never ended.
 */
public final class StreamScheme extends PackingScheme {
  /**
   * Creates the scheme.
   *
   * @param packs whether an activation with several paths holds its paths back until they fill a
   *     word, and whether the trips of counted loops are counted
   */
  public StreamScheme(boolean packs) {
    this(packs, packs);
  }

  /**
   * Creates the scheme.
   *
   * @param packs whether an activation with several paths holds its paths back until they fill a
   *     word
   * @param countsTrips whether the trips of counted loops are counted instead of packed one by one;
   *     ignored if {@code packs} is false
   */
  public StreamScheme(boolean packs, boolean countsTrips) {
    super(packs, countsTrips);
  }

  @Override
  public MethodPlan plan(MethodCode code, PlanRequest request) throws RungRejectedException {
    AbandonedCounts abandoned = AbandonedCounts.of(code);
    boolean isPacked =
        packs
            && code.numbering.needsStream()
            && Packing.isSafe(code.blocks, code.numbering, abandoned.flow);
    CountedLoops loops = isPacked && countsTrips ? CountedLoops.of(code) : CountedLoops.none();
    HotNumbering hot =
        isPacked && loops.areNone() && request.rung == Rung.FULL
            ? HotPaths.of(code.graph, code.numbering, request.known)
            : null;
    PlannedIds ids = request.reservePaths(code, hot, abandoned.counters);
    if (hot != null) {
      RegisterPlan numbers = RegisterPlan.ofHotNumbers(code, hot, 0);
      Packing packing = Packing.ofHot(hot.hotCount(), ids.first);
      return new PackedStreamPlan(code, request, ids, numbers, packing, loops, abandoned);
    }
    Packing packing = isPacked ? Packing.of(code.numbering.pathCount(), ids.first) : null;
    int base = packing == null ? ids.first : 0;
    RegisterPlan numbers = RegisterPlan.ofOwnNumbers(code, request.rung, ids.first, base);
    return packing == null
        ? new StreamPlan(code, request, ids, numbers, abandoned)
        : new PackedStreamPlan(code, request, ids, numbers, packing, loops, abandoned);
  }

  @Override
  public boolean takesGuide() {
    return packs;
  }

  @Override
  Scheme with(boolean packing, boolean countingTrips) {
    return new StreamScheme(packing, countingTrips);
  }

  @Override
  public String toString() {
    return "stream packs=" + packs + " countsTrips=" + countsTrips;
  }
}
