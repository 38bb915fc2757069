package org.kpathjvm.core.instrument;

import java.util.BitSet;
import java.util.EnumSet;
import java.util.Set;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.numbering.PathNumbering;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Instruments the methods of one class, each on its own. */
final class MethodInstrumenter {
  private static final int MAX_STACK = 65_535;

  private final ClassFacts facts;
  private final InstrumentOptions options;
  private final IdAllocator ids;

  MethodInstrumenter(ClassFacts facts, InstrumentOptions options, IdAllocator ids) {
    this.facts = facts;
    this.options = options;
    this.ids = ids;
  }

  /**
   * Inserts the probes into the method's code, which must be thrown away if this fails.
   *
   * @return the plan that was followed; its code's method is the one to be written
   * @throws MethodSkippedException if the method is to stay as it was
   */
  MethodPlan instrument(MethodBody body) throws MethodSkippedException {
    OriginalCode code = readCode(body);
    CodeBlocks blocks = CodeBlocks.of(code);
    BackEdges backEdges = BackEdges.of(blocks.graph());
    PathNumbering numbering =
        PathNumbering.of(blocks.graph(), backEdges, options.cut(), options.maxPaths());
    if (numbering.tooManyPaths()) {
      throw new MethodSkippedException(
          "too-many-paths: more than " + options.maxPaths() + " in spite of cuts");
    }
    ThisFlow flow = needsThisFlow(code) ? ThisFlow.of(code, blocks) : null;
    BitSet throwing =
        new ThrowFreedom(code, blocks, flow, facts.name, facts.instanceFields).throwing();
    EscapeRegions regions =
        isConstructor(code.method)
            ? EscapeRegions.ofConstructor(code, blocks, flow, throwing)
            : EscapeRegions.ofMethod(code, throwing);
    boolean derivesEntries =
        !numbering.needsStream()
            && !isConstructor(code.method)
            && SelfContained.is(code, blocks, facts.name);
    Set<Counter> counters = counters(blocks, numbering, flow, throwing, regions, derivesEntries);
    int firstId = ids.allocate(numbering.pathCount() + counters.size());
    if (firstId < 0) {
      throw new MethodSkippedException(
          "ids-exhausted: no ids are left for its " + numbering.pathCount() + " paths");
    }
    MethodPlan plan =
        new MethodPlan(
            code,
            blocks,
            backEdges,
            numbering,
            counters,
            firstId,
            options.probesClass(),
            facts.major);
    checkLimits(plan);
    insert(plan, flow, regions);
    return plan;
  }

  private static OriginalCode readCode(MethodBody body) throws MethodSkippedException {
    if (!body.hasSubroutines()) {
      int[] offsets = body.offsetsByPlace();
      return new OriginalCode(body, offsets, new SourceLines(body, offsets));
    }
    try {
      return SubroutineInliner.inline(body);
    } catch (RuntimeException e) {
      throw new MethodSkippedException("subroutine: it can't be inlined: " + e);
    }
  }

  private static boolean isConstructor(MethodNode method) {
    return method.name.equals("<init>");
  }

  /** In a constructor always; elsewhere if only accesses to fields could throw. */
  private boolean needsThisFlow(OriginalCode code) {
    if (isConstructor(code.method)) {
      return true;
    }
    if ((code.method.access & Opcodes.ACC_STATIC) != 0) {
      return false;
    }
    boolean dependsOnThis = false;
    for (int at = code.instructionFrom(0); at < code.size(); at = code.instructionFrom(at + 1)) {
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
      ThisFlow flow,
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
    if (flow != null && flow.initialisations().intersects(throwing)) {
      counters.add(Counter.SUPER_CALLS);
      counters.add(Counter.SUPER_RETURNS);
    }
    return counters;
  }

  private static void checkLimits(MethodPlan plan) throws MethodSkippedException {
    if (plan.locals.count() > ProbeLocals.MAX_LOCALS) {
      throw new MethodSkippedException(
          "too-many-locals: " + plan.code.method.maxLocals + " leave no room");
    }
    if (plan.code.method.maxStack + stackOfProbes(plan) > MAX_STACK) {
      throw new MethodSkippedException(
          "too-deep-stack: " + plan.code.method.maxStack + " leaves no room");
    }
  }

  private static int stackOfProbes(MethodPlan plan) {
    return plan.streamed ? ProbeEmitter.STREAMED_STACK : ProbeEmitter.COUNTED_STACK;
  }

  private static void insert(MethodPlan plan, ThisFlow flow, EscapeRegions regions) {
    MethodNode method = plan.code.method;
    Trampolines trampolines = new Trampolines(method, plan.frames);
    ActivationProbes activation = new ActivationProbes(plan);
    MonitorCover monitors = new MonitorCover(plan);
    regions.mark();
    new EdgeProbes(plan, trampolines, monitors).insert();
    new HandlerProbes(plan, trampolines, monitors).insert();
    activation.insertExits();
    activation.insertAroundInitialisations(flow);
    activation.insertEntry();
    plan.frames.extendOriginals(plan.register::isLive);
    trampolines.append();
    new EscapeProbes(plan, regions).append();
    method.maxLocals = plan.locals.count();
    method.maxStack += stackOfProbes(plan);
  }
}
