package org.kpathjvm.core.instrument.ladder;

import java.util.BitSet;
import java.util.EnumSet;
import java.util.Set;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.instrument.classfile.ClassFacts;
import org.kpathjvm.core.instrument.classfile.MethodBody;
import org.kpathjvm.core.instrument.code.CodeBlocks;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.kpathjvm.core.instrument.code.SourceLines;
import org.kpathjvm.core.instrument.code.SubroutineInliner;
import org.kpathjvm.core.instrument.exceptions.EscapeRegions;
import org.kpathjvm.core.instrument.exceptions.SelfContained;
import org.kpathjvm.core.instrument.exceptions.ThisFlow;
import org.kpathjvm.core.instrument.exceptions.ThrowFreedom;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.options.Rung;
import org.kpathjvm.core.instrument.probes.BranchCounters;
import org.kpathjvm.core.instrument.probes.CountedLoops;
import org.kpathjvm.core.instrument.probes.Counter;
import org.kpathjvm.core.instrument.probes.EntryPlan;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.probes.Packing;
import org.kpathjvm.core.instrument.probes.ProbeLocals;
import org.kpathjvm.core.instrument.probes.ProbePlan;
import org.kpathjvm.core.numbering.PathNumbering;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;

/** Inserts the probes of one rung into the methods of a class, each on its own. */
final class MethodInstrumenter {
  private static final int MAX_STACK = 65_535;

  /**
   * {@link Rung#CUTS}: most paths from a block, whatever the options say. A cut takes some 20 bytes
   * of code and an increment 3 to 9, so that many paths are smaller than few.
   */
  private static final int CUTS_MAX_PATHS = 1 << 16;

  /** Most paths left where edges are cut: all large edges of a block, then none for a while. */
  private static final int CUTS_KEPT_PATHS = 16;

  private final ClassFacts facts;
  private final InstrumentOptions options;

  MethodInstrumenter(ClassFacts facts, InstrumentOptions options) {
    this.facts = facts;
    this.options = options;
  }

  /**
   * Inserts the probes into the method's code, which must be thrown away if this fails.
   *
   * @return the plan that was followed; its method is the one to be written
   * @throws RungRejectedException if it can't be done on that rung
   */
  ProbePlan instrument(MethodBody body, Rung rung, MethodIds ids) throws RungRejectedException {
    if (rung == Rung.ENTRY) {
      return new EntryPlan(body, ids.reserve(1, "its entries"), options.probesClass());
    }
    OriginalCode code = readCode(body);
    CodeBlocks blocks = CodeBlocks.of(code);
    BackEdges backEdges = BackEdges.of(blocks.graph());
    PathNumbering numbering = number(blocks, backEdges, rung);
    if (numbering.tooManyPaths() && options.probes().recordsPaths()) {
      throw new RungRejectedException(
          "too-many-paths: more than " + PathNumbering.PATH_LIMIT + " in spite of cuts");
    }
    ThisFlow flow = null;
    EscapeRegions regions = EscapeRegions.none(code);
    Set<Counter> counters = fewCounters();
    if (options.probes().countsAbandoned()) {
      flow = needsThisFlow(code) ? ThisFlow.of(code, blocks) : null;
      BitSet throwing =
          new ThrowFreedom(code, blocks, flow, facts.name, facts.instanceFields).throwing();
      boolean streamed = numbering.needsStream();
      boolean derivesEntries =
          !streamed && !code.isConstructor() && SelfContained.is(code, blocks, facts.name);
      // Of entries and escapes one is enough, unless an activation's stream has to be closed.
      boolean countsEscapes = streamed || derivesEntries;
      if (countsEscapes) {
        regions =
            code.isConstructor()
                ? EscapeRegions.ofConstructor(code, blocks, flow, throwing)
                : EscapeRegions.ofMethod(code, throwing);
      }
      counters = counters(blocks, numbering, throwing, regions, derivesEntries);
      if (countsEscapes && flow != null && flow.initialisations().intersects(throwing)) {
        counters.add(Counter.SUPER_CALLS);
        counters.add(Counter.SUPER_RETURNS);
      }
    }
    boolean paths = options.probes().recordsPaths();
    int count = paths ? numbering.pathCount() : BranchCounters.count(blocks.graph());
    int firstId =
        ids.reserve(count + counters.size(), "its " + count + (paths ? " paths" : " branches"));
    Packing packing =
        options.packs() && numbering.needsStream() && isSafe(code, blocks, numbering, flow)
            ? Packing.of(count, firstId)
            : null;
    if (packing != null && options.countsTrips()) {
      packing = packing.counting(CountedLoops.of(code, blocks, backEdges, numbering, facts.name));
    }
    if (packing != null && !options.probes().countsAbandoned()) {
      regions = EscapeRegions.ofWholeMethod(code);
    }
    MethodPlan plan =
        new MethodPlan(
            rung,
            code,
            blocks,
            backEdges,
            numbering,
            counters,
            firstId,
            packing,
            options,
            facts.version);
    checkLimits(plan);
    plan.insert(flow, regions);
    return plan;
  }

  /** Whether a probe sees whatever leaves the method; only counters tell what others miss. */
  private boolean isSafe(
      OriginalCode code, CodeBlocks blocks, PathNumbering numbering, ThisFlow flow) {
    return options.probes().countsAbandoned()
        ? Packing.isSafe(blocks, numbering, flow)
        : !code.isConstructor();
  }

  /** Whether the method has a back edge; one whose subroutines can't be inlined may have. */
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

  /** The counters of a profiler that knows nothing of exceptions. */
  private Set<Counter> fewCounters() {
    return options.probes().recordsPaths()
        ? EnumSet.noneOf(Counter.class)
        : EnumSet.of(Counter.ENTRIES);
  }

  private PathNumbering number(CodeBlocks blocks, BackEdges backEdges, Rung rung) {
    if (rung == Rung.CUTS) {
      return PathNumbering.of(
          blocks.graph(), backEdges, options.cut(), CUTS_MAX_PATHS, CUTS_KEPT_PATHS);
    }
    return PathNumbering.of(blocks.graph(), backEdges, options.cut(), options.maxPaths());
  }

  private static OriginalCode readCode(MethodBody body) throws RungRejectedException {
    if (!body.hasSubroutines()) {
      int[] offsets = body.offsetsByPlace();
      return new OriginalCode(body, offsets, new SourceLines(body, offsets));
    }
    try {
      return SubroutineInliner.inline(body);
    } catch (RuntimeException e) {
      throw new RungRejectedException("subroutine: it can't be inlined: " + e);
    }
  }

  /** In a constructor always; elsewhere if only accesses to fields could throw. */
  private boolean needsThisFlow(OriginalCode code) {
    if (code.isConstructor()) {
      return true;
    }
    if ((code.method.access & Opcodes.ACC_STATIC) != 0) {
      return false;
    }
    boolean dependsOnThis = false;
    for (int at = code.instructionFrom(0); at < code.size(); at = code.next(at)) {
      AbstractInsnNode instruction = code.node(at);
      if (ThrowFreedom.dependsOnThis(instruction)) {
        dependsOnThis = true;
      } else if (ThrowFreedom.canThrow(instruction)) {
        return false;
      }
    }
    return dependsOnThis;
  }

  private static Set<Counter> counters(
      CodeBlocks blocks,
      PathNumbering numbering,
      BitSet throwing,
      EscapeRegions regions,
      boolean derivesEntries) {
    Set<Counter> counters = EnumSet.noneOf(Counter.class);
    for (int block = 0; block < blocks.count(); block++) {
      if (blocks.graph().isHandler(block)) {
        counters.add(Counter.HANDLERS);
      }
    }
    if (!derivesEntries
        && (!counters.isEmpty() || !throwing.isEmpty() || numbering.needsStream())) {
      counters.add(Counter.ENTRIES);
    }
    if (!regions.areEmpty()) {
      counters.add(Counter.ESCAPES);
    }
    return counters;
  }

  private static void checkLimits(MethodPlan plan) throws RungRejectedException {
    if (plan.locals.count() > ProbeLocals.MAX_LOCALS) {
      throw new RungRejectedException(
          "too-many-locals: " + plan.code.method.maxLocals + " leave no room");
    }
    if (plan.code.method.maxStack + plan.probeStack() > MAX_STACK) {
      throw new RungRejectedException(
          "too-deep-stack: " + plan.code.method.maxStack + " leaves no room");
    }
  }
}
