package org.kpathjvm.core.numbering;

import org.kpathjvm.core.cfg.FlowGraph;

/** A path that an earlier run took, given by its blocks, and how often it was taken. */
public final class TakenPath {
  public final StartKind start;
  public final EndKind end;

  /** The blocks in the order of execution. There is at least one. */
  public final int[] blocks;

  public final long count;

  public TakenPath(StartKind start, EndKind end, int[] blocks, long count) {
    this.start = start;
    this.end = end;
    this.blocks = blocks;
    this.count = count;
  }

  /**
   * Returns whether this is one of the method's paths. If the path was recorded from other code or
   * with other options, the method may have no such path.
   */
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

  /**
   * Returns whether the path is always the only one of its activation. Such a path is counted
   * directly, and isn't packed into a 64-bit word together with other paths.
   */
  public boolean isWholeActivation() {
    return start == StartKind.ENTRY && end == EndKind.EXIT;
  }
}
