package org.kpathjvm.core.instrument.ladder;

import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.instrument.code.CodeBlocks;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.options.IterationOptions;
import org.kpathjvm.core.instrument.options.Rung;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.probes.ProbePlan;
import org.kpathjvm.core.kiter.MethodIterations;
import org.kpathjvm.core.numbering.PathNumbering;

/** How many iterations of its loops a method's paths have on a rung. */
final class IterationChoice {
  private static final String CUTS = "cuts: it has too many paths of one iteration";
  private static final String LOWER = "lower-rung: no more than that was asked for";

  private IterationChoice() {}

  /** Null: none of the method's loops may have several, or none was asked to have. */
  static MethodIterations of(
      Rung rung,
      OriginalCode code,
      CodeBlocks blocks,
      BackEdges backEdges,
      PathNumbering numbering,
      String className,
      InstrumentOptions options) {
    IterationOptions asked = options.iterations();
    if (asked == null) {
      return null;
    }
    if (rung != Rung.FULL) {
      String reason = options.mostIterationsReason();
      return of(code, blocks, backEdges, className, asked, 1, reason == null ? LOWER : reason);
    }
    return numbering.extraCuts().isEmpty()
        ? of(
            code,
            blocks,
            backEdges,
            className,
            asked,
            options.mostIterations(),
            options.mostIterationsReason())
        : of(code, blocks, backEdges, className, asked, 1, CUTS);
  }

  private static MethodIterations of(
      OriginalCode code,
      CodeBlocks blocks,
      BackEdges backEdges,
      String className,
      IterationOptions asked,
      int most,
      String reasonOfMost) {
    return MethodIterations.of(
        blocks.graph(),
        backEdges,
        header -> asked.of(className, code.method.name, code.offset(blocks.first(header))),
        asked.mostPaths(),
        most,
        reasonOfMost);
  }

  /** The most iterations of a loop that a path of the plan goes on over. */
  static int longest(ProbePlan plan) {
    MethodIterations iterations =
        plan instanceof MethodPlan ? ((MethodPlan) plan).iterations : null;
    return iterations == null ? 1 : iterations.longest();
  }
}
