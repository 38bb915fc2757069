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
 * The plan of a method that has no k-iteration paths. It counts the method's Ball-Larus paths. If
 * k-iteration paths were requested and the method has a suitable loop, the metadata gives the
 * reason why the method has no such paths.
 */
public final class SingleIterationPlan extends CountedPathPlan {
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

  /**
   * Returns the requested number of iterations, and why the paths have only one; null unless
   * several iterations were requested for a loop whose paths can have them.
   */
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
