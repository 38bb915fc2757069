package org.kpathjvm.core.instrument.iterations;

import java.util.EnumSet;
import java.util.Set;
import org.kpathjvm.core.instrument.paths.RegisterPlan;
import org.kpathjvm.core.instrument.probes.Counter;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.probes.PlanRequest;
import org.kpathjvm.core.instrument.probes.PlannedIds;
import org.kpathjvm.core.instrument.probes.Rung;
import org.kpathjvm.core.instrument.probes.RungRejectedException;
import org.kpathjvm.core.instrument.probes.Scheme;
import org.kpathjvm.core.kiter.MethodIterations;

/**
 * Counts Roy and Srikant's k-iteration paths. If paths can have several iterations of a loop, the
 * probe {@code window(III)V} counts the paths that end at the loop's back edges. The probe {@code
 * path(I)V} counts all other paths. Methods with too many paths for an array use {@code
 * hashedWindow} and {@code hashed} instead. In a method without paths over back edges, Ball-Larus
 * paths are counted.
 */
public final class IterationScheme extends Scheme {
  private static final String CUTS = "cuts: the method has too many paths even with one iteration";
  private static final String LOWER = "lower-rung: only the highest rung counts several iterations";

  private final IterationOptions asked;

  /** The largest number of iterations that is tried. */
  private final int most;

  /** The reason for the limit {@code most}; null if there is no limit. */
  private final String reasonOfMost;

  /** Creates the scheme for the requested numbers of iterations. */
  public IterationScheme(IterationOptions asked) {
    this(asked, Integer.MAX_VALUE, null);
  }

  private IterationScheme(IterationOptions asked, int most, String reasonOfMost) {
    this.asked = asked;
    this.most = most;
    this.reasonOfMost = reasonOfMost;
  }

  @Override
  public MethodPlan plan(MethodCode code, PlanRequest request) throws RungRejectedException {
    MethodIterations iterations = iterations(code, request.rung);
    int single = code.numbering.pathCount();
    int count = iterations == null ? single : iterations.idCount(single);
    boolean isIterated = iterations != null && iterations.numbering != null;
    Set<Counter> counters = isIterated ? EnumSet.of(Counter.FIRST_BACK_EDGES) : Set.of();
    PlannedIds ids = request.reserve(single, count, counters, 0, "its " + count + " paths");
    if (isIterated) {
      return new IterationPlan(code, request, ids, iterations, count > asked.arrayPaths());
    }
    RegisterPlan numbers = RegisterPlan.ofOwnNumbers(code, request.rung, ids.first, ids.first);
    boolean hashed = single > asked.arrayPaths();
    return new SingleIterationPlan(code, request, ids, numbers, hashed, iterations);
  }

  /**
   * Returns the iterations of a method's paths; null unless several iterations were requested for a
   * loop whose paths can have them.
   */
  private MethodIterations iterations(MethodCode code, Rung rung) {
    if (rung != Rung.FULL) {
      return atMost(1, reasonOfMost == null ? LOWER : reasonOfMost, code);
    }
    return code.numbering.extraCuts().isEmpty()
        ? atMost(most, reasonOfMost, code)
        : atMost(1, CUTS, code);
  }

  private MethodIterations atMost(int iterations, String reason, MethodCode code) {
    return MethodIterations.of(
        code.graph,
        code.backEdges,
        header -> {
          int offset = code.original.offset(code.blocks.first(header));
          return asked.of(code.facts.name, code.original.method.name, offset);
        },
        asked.mostPaths(),
        iterations,
        reason);
  }

  @Override
  public boolean mayCutAtHeaders() {
    return false;
  }

  /**
   * Returns the scheme in which each path has one iteration, because paths can have several
   * iterations only on the highest rung. The methods' metadata gives the reason why the rung above
   * was rejected.
   */
  @Override
  public Scheme below(String reason) {
    return new IterationScheme(asked, 1, reason);
  }

  @Override
  public Scheme smaller(MethodPlan plan, String reason) {
    int longest = plan instanceof IterationPlan ? ((IterationPlan) plan).longest() : 1;
    return reason != null && longest > 1 ? new IterationScheme(asked, longest - 1, reason) : null;
  }

  @Override
  public String toString() {
    return "iterations " + asked + " most=" + most + " because " + reasonOfMost;
  }
}
