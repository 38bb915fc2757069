package org.kpathjvm.core.instrument.ladder;

import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.cfg.SelfLoops;
import org.kpathjvm.core.edges.BranchEdges;
import org.kpathjvm.core.edges.ChordEdges;
import org.kpathjvm.core.edges.CountedEdges;
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
import org.kpathjvm.core.instrument.guide.GuidedMethod;
import org.kpathjvm.core.instrument.guide.HotPaths;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.options.ProbeSet;
import org.kpathjvm.core.instrument.options.Rung;
import org.kpathjvm.core.instrument.probes.CountedLoops;
import org.kpathjvm.core.instrument.probes.Counter;
import org.kpathjvm.core.instrument.probes.EntryPlan;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.probes.Packing;
import org.kpathjvm.core.instrument.probes.ProbeLocals;
import org.kpathjvm.core.instrument.probes.ProbePlan;
import org.kpathjvm.core.kiter.MethodIterations;
import org.kpathjvm.core.numbering.HotNumbering;
import org.kpathjvm.core.numbering.IncrementPlacement;
import org.kpathjvm.core.numbering.PathNumbering;
import org.kpathjvm.core.numbering.StaticFrequencies;
import org.kpathjvm.core.numbering.TakenFrequencies;
import org.kpathjvm.core.numbering.TakenPath;
import org.kpathjvm.core.structural.StructureForest;
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

  /** What an earlier profile says of the class's methods. */
  private final Map<String, GuidedMethod> guided;

  MethodInstrumenter(
      ClassFacts facts, InstrumentOptions options, Map<String, GuidedMethod> guided) {
    this.facts = facts;
    this.options = options;
    this.guided = guided;
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
    StructureForest structure =
        options.probes() == ProbeSet.WINDOWS
            ? StructureForest.of(blocks.graph(), backEdges, blocks.athrows())
            : null;
    if (countsEdgesOf(numbering, structure)) {
      InstrumentOptions edges =
          options.withProbes(ProbeSet.EDGES, options.probesClass()).withEdgesAbove(0);
      return new MethodInstrumenter(facts, edges, guided)
          .insert(body, rung, ids, code, blocks, backEdges, numbering, null);
    }
    return insert(body, rung, ids, code, blocks, backEdges, numbering, structure);
  }

  /** Whether a method has more paths than are told apart, where that is limited. */
  private boolean countsEdgesOf(PathNumbering numbering, StructureForest structure) {
    if (structure != null) {
      return options.countsEdges(structure.pathCount());
    }
    return options.limitsPaths()
        && (numbering.tooManyPaths()
            || !numbering.extraCuts().isEmpty()
            || options.countsEdges(numbering.pathCount()));
  }

  private ProbePlan insert(
      MethodBody body,
      Rung rung,
      MethodIds ids,
      OriginalCode code,
      CodeBlocks blocks,
      BackEdges backEdges,
      PathNumbering numbering,
      StructureForest structure)
      throws RungRejectedException {
    if (numbering.tooManyPaths()) {
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
    boolean packs =
        options.packs() && numbering.needsStream() && isSafe(code, blocks, numbering, flow);
    CountedLoops loops =
        packs && options.countsTrips()
            ? CountedLoops.of(code, blocks, backEdges, numbering, facts.name)
            : CountedLoops.none();
    List<TakenPath> taken = takenPaths(rung, body, numbering);
    HotNumbering hot =
        packs
            ? hotNumbering(rung, body, blocks, numbering, loops)
            : taken.isEmpty() || !paths ? null : HotNumbering.byFrequency(numbering, taken);
    IncrementPlacement.Weights frequencies = frequencies(rung, blocks, backEdges, numbering, taken);
    CountedEdges counted =
        paths || structure != null ? null : countedEdges(blocks.graph(), frequencies);
    MethodIterations iterations =
        IterationChoice.of(rung, code, blocks, backEdges, numbering, facts.name, options);
    if (iterations != null && iterations.numbering != null) {
      counters.add(Counter.FIRST_BACK_EDGES);
    }
    int count =
        structure != null
            ? (int) structure.pathCount()
            : paths ? numbering.pathCount() : counted.size();
    paths |= structure != null;
    count = iterations == null ? count : iterations.idCount(count);
    int selfLoops = blocks.graph().edgeCount() - numbering.graph().edgeCount();
    int idCount = (hot == null ? count : hot.idCount()) + selfLoops;
    int firstId =
        ids.reserve(
            idCount + counters.size(), "its " + count + (paths ? " paths" : " counted edges"));
    Packing packing = null;
    if (packs && hot != null) {
      packing = Packing.ofHot(hot.hotCount(), firstId);
    } else if (packs) {
      packing = Packing.of(count, firstId);
      packing = packing == null ? null : packing.counting(loops);
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
            structure,
            counted,
            numbering,
            hot,
            counted == null ? frequencies : null,
            iterations,
            counters,
            firstId,
            packing,
            options,
            facts);
    checkLimits(plan);
    plan.insert(flow, regions);
    return plan;
  }

  /**
   * Numbers for the method's paths by which an earlier profile lets hot ones be told in few bits;
   * null for its own. Trips are counted by their own numbers.
   */
  private HotNumbering hotNumbering(
      Rung rung, MethodBody body, CodeBlocks blocks, PathNumbering numbering, CountedLoops loops) {
    GuidedMethod known = guided.get(body.name + body.desc);
    return known == null || rung != Rung.FULL || !loops.areNone()
        ? null
        : HotPaths.of(blocks.graph(), numbering, known);
  }

  /** What an earlier profile says of the method's paths, where numbers can be made of it. */
  private List<TakenPath> takenPaths(Rung rung, MethodBody body, PathNumbering numbering) {
    GuidedMethod known = guided.get(body.name + body.desc);
    return known == null || rung != Rung.FULL || !options.probes().takesFrequencies()
        ? List.of()
        : known.pathsOf(numbering.graph(), numbering);
  }

  private static CountedEdges countedEdges(
      FlowGraph graph, IncrementPlacement.Weights frequencies) {
    return frequencies == null ? BranchEdges.of(graph) : ChordEdges.of(graph, frequencies);
  }

  /** Where increments stand on the rare edges, how often edges are taken; else null. */
  private IncrementPlacement.Weights frequencies(
      Rung rung,
      CodeBlocks blocks,
      BackEdges backEdges,
      PathNumbering numbering,
      List<TakenPath> taken) {
    if (!options.probes().weighsEdges() || rung != Rung.FULL) {
      return null;
    }
    return taken.isEmpty()
        ? StaticFrequencies.of(blocks.graph(), backEdges, blocks.athrows())
        : new TakenFrequencies(numbering, taken);
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
    return options.probes() == ProbeSet.EDGES || options.probes() == ProbeSet.CHORD_EDGES
        ? EnumSet.of(Counter.ENTRIES)
        : EnumSet.noneOf(Counter.class);
  }

  private PathNumbering number(CodeBlocks blocks, BackEdges ofAll, Rung rung) {
    FlowGraph whole = blocks.graph();
    FlowGraph graph = options.countsSelfLoops() ? SelfLoops.without(whole) : whole;
    BackEdges backEdges = graph == whole ? ofAll : BackEdges.of(graph);
    int most = rung == Rung.CUTS ? CUTS_MAX_PATHS : options.maxPaths();
    int kept = rung == Rung.CUTS ? CUTS_KEPT_PATHS : most;
    return PathNumbering.of(graph, backEdges, options.cut(), most, kept);
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
    int iterations = IterationChoice.longest(plan);
    if (plan.localCount() > ProbeLocals.MAX_LOCALS) {
      throw new RungRejectedException(
          "too-many-locals: " + plan.code.method.maxLocals + " leave no room", iterations);
    }
    if (plan.code.method.maxStack + plan.probeStack() > MAX_STACK) {
      throw new RungRejectedException(
          "too-deep-stack: " + plan.code.method.maxStack + " leaves no room", iterations);
    }
  }
}
