package org.kpathjvm.core.numbering;

import org.kpathjvm.core.cfg.FlowGraph;

/** A path that an earlier run took, by its blocks, and how often. */
public final class TakenPath {
  public final StartKind start;
  public final EndKind end;

  /** In the order of execution, one or more. */
  public final int[] blocks;

  public final long count;

  public TakenPath(StartKind start, EndKind end, int[] blocks, long count) {
    this.start = start;
    this.end = end;
    this.blocks = blocks;
    this.count = count;
  }

  /** Whether it is one of the method's paths: it may be of other code, or of other options. */
  public boolean isOf(FlowGraph graph, PathNumbering numbering) {
    for (int at = 0; at < blocks.length; at++) {
      int block = blocks[at];
      if (block < 0 || block >= graph.blockCount()) {
        return false;
      }
      if (at > 0
          && (graph.edge(blocks[at - 1], block) < 0
              || numbering.edgeValue(blocks[at - 1], block) < 0)) {
        return false;
      }
    }
    return numbering.startValue(start, blocks[0]) >= 0
        && numbering.endValue(end, blocks[blocks.length - 1]) >= 0;
  }

  /** Whether it may be the only one of its activation, which is counted and not packed. */
  public boolean isWholeActivation() {
    return start == StartKind.ENTRY && end == EndKind.EXIT;
  }
}
