package org.kpathjvm.core.numbering;

import org.kpathjvm.core.cfg.BackEdges;

/** The edges at which loops cut an execution into paths. */
final class LoopCuts {
  private final BackEdges backEdges;
  private final CutMode mode;

  LoopCuts(BackEdges backEdges, CutMode mode) {
    this.backEdges = backEdges;
    this.mode = mode;
  }

  /** Whether that ordinary edge is cut. */
  boolean contains(int from, int to) {
    if (!backEdges.isHeader(to)) {
      return false;
    }
    return mode == CutMode.LOOP_HEADER || backEdges.contains(from, to);
  }
}
