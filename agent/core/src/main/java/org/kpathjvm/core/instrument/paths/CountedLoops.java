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
 * A method's counted loops. Such a loop is a simple cycle: each block has one successor in the
 * loop, and each block except the header has one predecessor. No exception is dispatched into the
 * loop, the loop has one latch, and the edge from the latch to the header is the only edge of the
 * cycle at which paths end. The trips are counted in a local variable. They are recorded only when
 * the loop is left or no further trip can be counted, so a loop that calls a method that could take
 * long isn't a counted loop.
 */
final class CountedLoops {
  private static final CountedLoops NONE = new CountedLoops(new CountedLoop[0], new CountedLoop[0]);

  /** The loops by header; null if a block isn't the header of a counted loop. */
  private final CountedLoop[] byHeader;

  /**
   * For each block, the counted loop that contains the block; null if no counted loop contains it.
   */
  private final CountedLoop[] around;

  private CountedLoops(CountedLoop[] byHeader, CountedLoop[] around) {
    this.byHeader = byHeader;
    this.around = around;
  }

  static CountedLoops none() {
    return NONE;
  }

  /**
   * Finds a method's counted loops. A method that enters monitors gets no counted loops, because
   * its handlers may catch a probe's exception. The activation would then go on although the probe
   * has failed.
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

  Stream<CountedLoop> all() {
    return Arrays.stream(byHeader).filter(Objects::nonNull);
  }

  /**
   * Returns the loop whose trips end on the edge; null if the edge isn't the back edge of a counted
   * loop.
   */
  CountedLoop endingTrip(int from, int to) {
    CountedLoop loop = areNone() ? null : byHeader[to];
    return loop != null && loop.latch() == from ? loop : null;
  }

  /** Returns the counted loop that the edge enters from outside; null if there is none. */
  CountedLoop entered(int from, int to) {
    CountedLoop loop = areNone() ? null : byHeader[to];
    return loop != null && loop.latch() != from ? loop : null;
  }

  /** Returns the counted loop that the method begins with; null if there is none. */
  CountedLoop entered() {
    return areNone() ? null : byHeader[0];
  }

  /** Returns whether the edge leaves a counted loop. */
  boolean isLeft(int from, int to) {
    return !areNone() && around[from] != null && around[to] != around[from];
  }

  /**
   * Returns the blocks from the header to the latch if they are a simple cycle that can be entered
   * only at the header; otherwise null.
   */
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
