package org.kpathjvm.core.instrument.probes;

import java.util.EnumMap;
import java.util.Map;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.instrument.code.CodeBlocks;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.kpathjvm.core.instrument.exceptions.EscapeRegions;
import org.kpathjvm.core.instrument.exceptions.MonitorCover;
import org.kpathjvm.core.instrument.exceptions.ThisFlow;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.options.ProbeSet;
import org.kpathjvm.core.instrument.options.Rung;
import org.kpathjvm.core.numbering.IncrementPlacement;
import org.kpathjvm.core.numbering.PathIncrements;
import org.kpathjvm.core.numbering.PathNumbering;
import org.kpathjvm.core.numbering.PathRegister;
import org.objectweb.asm.tree.MethodNode;

/** What all inserters of one method's probes share: its code, its paths, its ids and its locals. */
public final class MethodPlan implements ProbePlan {
  final Rung rung;
  public final OriginalCode code;
  public final CodeBlocks blocks;
  public final FlowGraph graph;
  public final BackEdges backEdges;
  public final PathNumbering numbering;
  public final ProbeSet probes;

  /** Whether an activation may have several paths. */
  final boolean streamed;

  /** Whether the method has a local for its activation's value. */
  final boolean hasActivation;

  final int firstId;
  final PathIncrements increments;
  final PathRegister register;
  public final ProbeLocals locals;
  final ProbeEmitter emitter;
  final PathCompletion completion;
  public final EdgeCode edges;
  final Frames frames;
  private final Map<Counter, Integer> counters = new EnumMap<>(Counter.class);
  private final PoolDemand poolDemand = new PoolDemand();

  public MethodPlan(
      Rung rung,
      OriginalCode code,
      CodeBlocks blocks,
      BackEdges backEdges,
      PathNumbering numbering,
      Iterable<Counter> counters,
      int firstId,
      InstrumentOptions options,
      int major) {
    this.rung = rung;
    this.code = code;
    this.blocks = blocks;
    this.backEdges = backEdges;
    this.numbering = numbering;
    this.firstId = firstId;
    graph = blocks.graph();
    probes = options.probes();
    streamed = numbering.needsStream();
    hasActivation = streamed && probes.keepsActivations();
    increments = rung == Rung.FULL ? PathIncrements.ofValues(numbering) : onChords();
    register =
        probes.recordsPaths()
            ? new PathRegister(graph, numbering, increments, firstId)
            : PathRegister.unread(graph);
    locals = new ProbeLocals(code.method.maxLocals, hasActivation, register.isUsed());
    emitter = new ProbeEmitter(options.probesClass(), locals, poolDemand);
    completion = new PathCompletion(probes, streamed, emitter);
    frames = new Frames(code, blocks, locals, major, poolDemand);
    int id = firstId + pathCount();
    for (Counter counter : counters) {
      this.counters.put(counter, id++);
    }
    edges = probes.recordsPaths() ? new PathEdgeCode(this) : new BranchCounters(graph, emitter, id);
  }

  /**
   * Inserts the probes into the method's code.
   *
   * @param flow null if the method isn't a constructor or nothing in it needs a look at this
   */
  public void insert(ThisFlow flow, EscapeRegions regions) {
    MethodNode method = code.method;
    Trampolines trampolines = new Trampolines(method, frames);
    MonitorCover monitors = new MonitorCover(code, blocks);
    ActivationProbes activation = new ActivationProbes(this, monitors);
    regions.mark();
    new EdgeProbes(this, trampolines, monitors).insert();
    new HandlerProbes(this, trampolines, monitors).insert();
    activation.insertExits();
    activation.insertAroundInitialisations(flow);
    activation.insertEntry();
    frames.extendOriginals(register);
    monitors.finish();
    trampolines.append();
    new EscapeProbes(this, regions).append();
    method.maxLocals = locals.count();
    method.maxStack += probeStack();
  }

  /** Slots of the operand stack that the probes need beyond the method's own. */
  public int probeStack() {
    return streamed ? ProbeEmitter.STREAMED_STACK : ProbeEmitter.COUNTED_STACK;
  }

  public boolean has(Counter counter) {
    return counters.containsKey(counter);
  }

  public int id(Counter counter) {
    return counters.get(counter);
  }

  private PathIncrements onChords() {
    PathRegister use =
        new PathRegister(graph, numbering, PathIncrements.ofValues(numbering), firstId);
    CodeSizeWeights weights = new CodeSizeWeights(blocks, numbering, use);
    return PathIncrements.ofChords(numbering, IncrementPlacement.of(numbering, weights));
  }

  @Override
  public Rung rung() {
    return rung;
  }

  @Override
  public MethodNode method() {
    return code.method;
  }

  @Override
  public String mode() {
    return !probes.recordsPaths() ? "edges" : streamed ? "streamed" : "counted";
  }

  @Override
  public int firstId() {
    return firstId;
  }

  @Override
  public int pathCount() {
    return probes.recordsPaths() ? numbering.pathCount() : 0;
  }

  @Override
  public Map<Counter, Integer> counters() {
    return counters;
  }

  @Override
  public PoolDemand poolDemand() {
    return poolDemand;
  }
}
