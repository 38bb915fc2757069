package org.kpathjvm.core.instrument.ladder;

import java.util.Map;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.instrument.classfile.ClassFacts;
import org.kpathjvm.core.instrument.classfile.MethodBody;
import org.kpathjvm.core.instrument.code.CodeBlocks;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.kpathjvm.core.instrument.code.SourceLines;
import org.kpathjvm.core.instrument.code.SubroutineInliner;
import org.kpathjvm.core.instrument.guide.GuidedMethod;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.probes.EntryPlan;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.instrument.probes.MethodIds;
import org.kpathjvm.core.instrument.probes.PlanRequest;
import org.kpathjvm.core.instrument.probes.ProbePlan;
import org.kpathjvm.core.instrument.probes.Rung;
import org.kpathjvm.core.instrument.probes.RungRejectedException;
import org.kpathjvm.core.instrument.probes.Scheme;
import org.kpathjvm.core.numbering.PathNumbering;

/**
 * Plans how the methods of a class are recorded on a rung. It makes the plans for {@link
 * Rung#ENTRY} itself, and asks the scheme for all others. It sets the limits on paths for {@link
 * Rung#CUTS}. It inserts no probes: {@link MethodLadder} makes the plans insert them.
 */
final class MethodInstrumenter {
  /**
   * The largest number of paths from a block on {@link Rung#CUTS}, whatever the options say. A cut
   * edge takes about 20 bytes of code, and an increment takes 3 to 9 bytes. So keeping many paths
   * takes less code than cutting edges.
   */
  private static final int CUTS_MAX_PATHS = 1 << 16;

  /**
   * When edges of a block are cut, at most this many paths still start at the block. The number is
   * small, so that few paths start at earlier blocks. Those blocks then rarely need cut edges
   * themselves.
   */
  private static final int CUTS_KEPT_PATHS = 16;

  private final ClassFacts facts;
  private final InstrumentOptions options;

  /** The keys are methods' names, directly followed by descriptors. */
  private final Map<String, GuidedMethod> guided;

  MethodInstrumenter(
      ClassFacts facts, InstrumentOptions options, Map<String, GuidedMethod> guided) {
    this.facts = facts;
    this.options = options;
    this.guided = guided;
  }

  /**
   * Plans how a method is recorded on a rung.
   *
   * @param isGuided whether an earlier profile may influence the plan
   * @throws RungRejectedException if the method can't be recorded on this rung
   */
  ProbePlan plan(MethodBody body, Rung rung, Scheme scheme, boolean isGuided, MethodIds ids)
      throws RungRejectedException {
    if (rung == Rung.ENTRY) {
      return new EntryPlan(body, ids.reserve(1, "its entries"), options.probesClass());
    }
    MethodCode code = read(body, rung);
    if (code.numbering.tooManyPaths()) {
      throw new RungRejectedException(
          "too-many-paths: more than " + PathNumbering.PATH_LIMIT + " although edges were cut");
    }
    GuidedMethod known =
        isGuided
            ? guided.getOrDefault(body.name + body.desc, GuidedMethod.UNKNOWN)
            : GuidedMethod.UNKNOWN;
    return scheme.plan(code, new PlanRequest(rung, known, options.probesClass(), ids));
  }

  /**
   * Returns whether the method has a back edge. If the method's subroutines can't be inlined, the
   * result is also true.
   */
  boolean hasLoop(MethodBody body) {
    if (!body.mayHaveCycle()) {
      return false;
    }
    try {
      return !BackEdges.of(CodeBlocks.of(readCode(body)).graph()).edges().isEmpty();
    } catch (RungRejectedException e) {
      return true;
    }
  }

  private MethodCode read(MethodBody body, Rung rung) throws RungRejectedException {
    OriginalCode original = readCode(body);
    CodeBlocks blocks = CodeBlocks.of(original);
    BackEdges backEdges = BackEdges.of(blocks.graph());
    int most = rung == Rung.CUTS ? CUTS_MAX_PATHS : options.maxPaths();
    int kept = rung == Rung.CUTS ? CUTS_KEPT_PATHS : most;
    PathNumbering numbering =
        PathNumbering.of(blocks.graph(), backEdges, options.cut(), most, kept);
    return new MethodCode(facts, original, blocks, backEdges, numbering);
  }

  private static OriginalCode readCode(MethodBody body) throws RungRejectedException {
    if (!body.hasSubroutines()) {
      int[] offsets = body.offsetsByPlace();
      return new OriginalCode(body, offsets, new SourceLines(body, offsets));
    }
    try {
      return SubroutineInliner.inline(body);
    } catch (RuntimeException e) {
      throw new RungRejectedException("subroutine: the subroutine can't be inlined: " + e);
    }
  }
}
