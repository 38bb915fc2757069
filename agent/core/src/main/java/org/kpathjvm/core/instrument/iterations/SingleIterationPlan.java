package org.kpathjvm.core.instrument.iterations;

import org.kpathjvm.core.instrument.lines.MarkedLines;
import org.kpathjvm.core.instrument.paths.CountedPathPlan;
import org.kpathjvm.core.instrument.paths.RegisterPlan;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.instrument.probes.PlanRequest;
import org.kpathjvm.core.instrument.probes.PlannedIds;
import org.kpathjvm.core.kiter.MethodIterations;
import org.kpathjvm.runtime.json.JsonWriter;

/**
 * The plan of a method that has no k-iteration paths. It counts the method's Ball-Larus paths, and
 * tells why there are no others.
 */
public final class SingleIterationPlan extends CountedPathPlan {
  /**
   * Null if none of the method's loops can have several iterations, or if none was asked to have
   * several.
   */
  private final MethodIterations iterations;

  SingleIterationPlan(
      MethodCode code,
      PlanRequest request,
      PlannedIds ids,
      RegisterPlan numbers,
      boolean hashed,
      MethodIterations iterations) {
    super(code, request, ids, numbers, hashed);
    this.iterations = iterations;
  }

  /** Returns why paths have one iteration; null if more weren't asked for or aren't possible. */
  public MethodIterations iterations() {
    return iterations;
  }

  @Override
  public void writeTables(JsonWriter json, MarkedLines lines) {
    super.writeTables(json, lines);
    if (iterations != null) {
      IterationTable.write(code.graph, iterations, json);
    }
  }
}
