package org.kpathjvm.core.instrument.paths;

import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.instrument.code.CodeBlocks;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.kpathjvm.core.instrument.exceptions.SelfContained;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.numbering.EndKind;
import org.kpathjvm.core.numbering.PathNumbering;

/**
 * The loops of a method whose trips are counted. Such a loop is a simple cycle: each of its blocks
 * has one successor in it, and, but for its header, one predecessor; no exception is dispatched
 * into it, and it has one latch. And it calls nothing that could take long, so that what a local
 * variable counts is written soon.
 */
final class CountedLoops {
  private static final CountedLoops NONE = new CountedLoops(new CountedLoop[0], new CountedLoop[0]);

  /** By header, null where there is none. */
  private final CountedLoop[] byHeader;

  /** By block of the loop, null outside of all. */
  private final CountedLoop[] around;

  private CountedLoops(CountedLoop[] byHeader, CountedLoop[] around) {
    this.byHeader = byHeader;
    this.around = around;
  }

  /** That of a method whose paths are recorded one by one. */
  static CountedLoops none() {
    return NONE;
  }

  /**
   * Finds a method's loops; none in one that enters monitors, where a handler may go on behind a
   * probe that failed.
   */
  static CountedLoops of(MethodCode method) {
    OriginalCode code = method.original;
    CodeBlocks blocks = method.blocks;
    BackEdges backEdges = method.backEdges;
    PathNumbering numbering = method.numbering;
    String className = method.facts.name;
    if (code.entersMonitors()) {
      return NONE;
    }
    FlowGraph graph = blocks.graph();
    CountedLoop[] byHeader = null;
    CountedLoop[] around = null;
    for (int header = 0; header < graph.blockCount(); header++) {
      int[] latches = backEdges.latches(header);
      if (latches.length != 1 || graph.isHandler(header)) {
        continue;
      }
      int[] cycle = cycle(graph, numbering, header, latches[0]);
      if (cycle == null || !isSelfContained(code, blocks, cycle, className)) {
        continue;
      }
      if (byHeader == null) {
        byHeader = new CountedLoop[graph.blockCount()];
        around = new CountedLoop[graph.blockCount()];
      }
      byHeader[header] = new CountedLoop(header, cycle);
      for (int block : cycle) {
        around[block] = byHeader[header];
      }
    }
    return byHeader == null ? NONE : new CountedLoops(byHeader, around);
  }

  boolean areNone() {
    return byHeader.length == 0;
  }

  /** All of them, by header. */
  Stream<CountedLoop> all() {
    return Arrays.stream(byHeader).filter(Objects::nonNull);
  }

  /** The loop whose trips end on the edge; null if it isn't one's back edge. */
  CountedLoop endingTrip(int from, int to) {
    CountedLoop loop = areNone() ? null : byHeader[to];
    return loop != null && loop.latch() == from ? loop : null;
  }

  /** The loop that the edge enters from outside; null if none. */
  CountedLoop entered(int from, int to) {
    CountedLoop loop = areNone() ? null : byHeader[to];
    return loop != null && loop.latch() != from ? loop : null;
  }

  /** The loop that the method begins with; null if none. */
  CountedLoop entered() {
    return areNone() ? null : byHeader[0];
  }

  /** Whether the edge leaves a loop. */
  boolean isLeft(int from, int to) {
    return !areNone() && around[from] != null && around[to] != around[from];
  }

  /** The blocks from header to latch if they are a simple cycle with one entry; or null. */
  private static int[] cycle(FlowGraph graph, PathNumbering numbering, int header, int latch) {
    if (numbering.cutKind(latch, header) != EndKind.LOOP) {
      return null;
    }
    int[] backwards = new int[graph.blockCount()];
    int count = 0;
    for (int block = latch; block != header; ) {
      int[] predecessors = graph.predecessors(block);
      if (block == 0 || graph.isHandler(block) || predecessors.length != 1) {
        return null;
      }
      backwards[count++] = block;
      if (numbering.cutKind(predecessors[0], block) != null) {
        return null;
      }
      block = predecessors[0];
    }
    int[] blocks = new int[count + 1];
    blocks[0] = header;
    for (int at = 1; at <= count; at++) {
      blocks[at] = backwards[count - at];
    }
    return blocks;
  }

  private static boolean isSelfContained(
      OriginalCode code, CodeBlocks blocks, int[] cycle, String className) {
    return Arrays.stream(cycle).allMatch(block -> SelfContained.is(code, blocks, block, className));
  }
}
