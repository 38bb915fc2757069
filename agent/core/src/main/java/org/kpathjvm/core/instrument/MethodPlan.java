package org.kpathjvm.core.instrument;

import java.util.EnumMap;
import java.util.Map;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.numbering.PathNumbering;

/** What all inserters of one method's probes share: its code, its paths, its ids and its locals. */
final class MethodPlan {
  final OriginalCode code;
  final CodeBlocks blocks;
  final FlowGraph graph;
  final BackEdges backEdges;
  final PathNumbering numbering;
  final boolean streamed;
  final int firstId;
  final PathRegister register;
  final ProbeLocals locals;
  final ProbeEmitter emitter;
  final Frames frames;
  private final Map<Counter, Integer> counters = new EnumMap<>(Counter.class);

  MethodPlan(
      OriginalCode code,
      CodeBlocks blocks,
      BackEdges backEdges,
      PathNumbering numbering,
      Iterable<Counter> counters,
      int firstId,
      String probesClass,
      int major) {
    this.code = code;
    this.blocks = blocks;
    this.backEdges = backEdges;
    this.numbering = numbering;
    this.firstId = firstId;
    graph = blocks.graph();
    streamed = numbering.needsStream();
    register = new PathRegister(graph, numbering, firstId);
    locals = new ProbeLocals(code.method.maxLocals, streamed, register.isUsed());
    emitter = new ProbeEmitter(probesClass, locals);
    frames = new Frames(code, blocks, locals, major);
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

  /** Ids by counter, in ascending order of both. */
  Map<Counter, Integer> counters() {
    return counters;
  }
}
