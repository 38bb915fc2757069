package org.kpathjvm.core.instrument.paths;

import java.util.List;
import org.kpathjvm.core.instrument.code.CodeSizeWeights;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.instrument.probes.PlanRequest;
import org.kpathjvm.core.instrument.probes.Rung;
import org.kpathjvm.core.numbering.HotNumbering;
import org.kpathjvm.core.numbering.IncrementPlacement;
import org.kpathjvm.core.numbering.PathIncrements;
import org.kpathjvm.core.numbering.PathRegister;
import org.kpathjvm.core.numbering.TakenPath;

/**
 * The numbers that a method's paths have in the recording, and the increments that add up to these
 * numbers in the path register.
 */
public final class RegisterPlan {
  /** The numbering of the recorded paths; null if it is the method's own numbering. */
  final HotNumbering hot;

  final PathIncrements increments;

  final PathRegister register;

  private RegisterPlan(MethodCode code, HotNumbering hot, PathIncrements increments, int base) {
    this.hot = hot;
    this.increments = increments;
    register = new PathRegister(code.numbering.graph(), code.numbering, increments, base);
  }

  /**
   * Plans the register for a method's own numbering. On the full rung the increments are the Vals.
   * On lower rungs only the chords of a spanning tree have increments. The tree is chosen so that
   * the code of the increments is small.
   *
   * @param firstId the id of path 0
   * @param base what the register holds in addition to each path's number
   */
  public static RegisterPlan ofOwnNumbers(MethodCode code, Rung rung, int firstId, int base) {
    PathIncrements values = new PathIncrements(code.numbering, null);
    if (rung == Rung.FULL) {
      return new RegisterPlan(code, null, values, base);
    }
    PathRegister use = new PathRegister(code.numbering.graph(), code.numbering, values, firstId);
    CodeSizeWeights weights = new CodeSizeWeights(code.blocks, code.numbering, use);
    IncrementPlacement chords = IncrementPlacement.of(code.numbering, weights);
    return new RegisterPlan(code, null, new PathIncrements(code.numbering, chords), base);
  }

  static RegisterPlan ofHotNumbers(MethodCode code, HotNumbering hot, int base) {
    return new RegisterPlan(code, hot, new PathIncrements(hot), base);
  }

  /**
   * Plans a register whose increments are on the rare edges of the method (event counting).
   *
   * @param hot the numbering of the recorded paths; null for the method's own numbering
   */
  static RegisterPlan onRareEdges(
      MethodCode code, HotNumbering hot, IncrementPlacement.Weights frequencies, int base) {
    PathIncrements values =
        hot == null ? new PathIncrements(code.numbering, null) : new PathIncrements(hot);
    IncrementPlacement chords = IncrementPlacement.of(code.numbering, values, frequencies);
    return new RegisterPlan(code, hot, new PathIncrements(code.numbering, chords), base);
  }

  /**
   * Returns a numbering in which the most frequent step (an edge or an end) out of each block has
   * the Val 0; null if {@code taken} is empty.
   */
  static HotNumbering byFrequency(MethodCode code, List<TakenPath> taken) {
    return taken.isEmpty() ? null : HotNumbering.byFrequency(code.numbering, taken);
  }

  /** Plans the register for {@code hot}; if that is null, for the method's own numbering. */
  static RegisterPlan of(MethodCode code, PlanRequest request, HotNumbering hot, int firstId) {
    return hot == null
        ? ofOwnNumbers(code, request.rung, firstId, firstId)
        : ofHotNumbers(code, hot, firstId);
  }
}
