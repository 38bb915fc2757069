package org.kpathjvm.core.instrument.iterations;

import org.kpathjvm.core.instrument.lines.MarkedLines;
import org.kpathjvm.core.instrument.paths.CountedPathPlan;
import org.kpathjvm.core.instrument.paths.RegisterPlan;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.instrument.probes.PlanRequest;
import org.kpathjvm.core.instrument.probes.PlannedIds;
import org.kpathjvm.core.kiter.MethodIterations;
import org.kpathjvm.runtime.json.JsonWriter;

/** Counts the Ball-Larus paths of a method that has no others, and tells why it has none. */
public final class SingleIterationPlan extends CountedPathPlan {
  /** Null if none of the method's loops may have several, or none was asked to have. */
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

  /** Returns why paths have one iteration; null if more weren't asked for or can't be had. */
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
