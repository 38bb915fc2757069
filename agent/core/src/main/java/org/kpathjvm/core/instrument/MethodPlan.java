package org.kpathjvm.core.instrument;

import java.util.EnumMap;
import java.util.Map;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.numbering.IncrementPlacement;
import org.kpathjvm.core.numbering.PathNumbering;
import org.objectweb.asm.tree.MethodNode;

/** What all inserters of one method's probes share: its code, its paths, its ids and its locals. */
final class MethodPlan implements ProbePlan {
  final Rung rung;
  final OriginalCode code;
  final CodeBlocks blocks;
  final FlowGraph graph;
  final BackEdges backEdges;
  final PathNumbering numbering;
  final ProbeSet probes;

  /** Whether an activation may have several paths. */
  final boolean streamed;

  /** Whether the method has a local for its activation's value. */
  final boolean hasActivation;

  final int firstId;
  final PathIncrements increments;
  final PathRegister register;
  final ProbeLocals locals;
  final ProbeEmitter emitter;
  final PathCompletion completion;
  final EdgeCode edges;
  final Frames frames;
  private final Map<Counter, Integer> counters = new EnumMap<>(Counter.class);
  private final PoolDemand poolDemand = new PoolDemand();

  MethodPlan(
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

  boolean has(Counter counter) {
    return counters.containsKey(counter);
  }

  int id(Counter counter) {
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
