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
  final boolean streamed;
  final int firstId;
  final PathIncrements increments;
  final PathRegister register;
  final ProbeLocals locals;
  final ProbeEmitter emitter;
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
      String probesClass,
      int major) {
    this.rung = rung;
    this.code = code;
    this.blocks = blocks;
    this.backEdges = backEdges;
    this.numbering = numbering;
    this.firstId = firstId;
    graph = blocks.graph();
    streamed = numbering.needsStream();
    increments = rung == Rung.FULL ? PathIncrements.ofValues(numbering) : onChords();
    register = new PathRegister(graph, numbering, increments, firstId);
    locals = new ProbeLocals(code.method.maxLocals, streamed, register.isUsed());
    emitter = new ProbeEmitter(probesClass, locals, poolDemand);
    frames = new Frames(code, blocks, locals, major, poolDemand);
    int id = firstId + numbering.pathCount();
    for (Counter counter : counters) {
      this.counters.put(counter, id++);
    }
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
    return streamed ? "streamed" : "counted";
  }

  @Override
  public int firstId() {
    return firstId;
  }

  @Override
  public int pathCount() {
    return numbering.pathCount();
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
