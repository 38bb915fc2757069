package org.kpathjvm.core.cfg;

import java.util.List;

/** Loops. */
public final class LoopForest {
  private LoopForest() {}

  public static LoopForest of(FlowGraph graph, BackEdges backEdges) {
    throw new UnsupportedOperationException();
  }

  public List<Loop> loops() {
    throw new UnsupportedOperationException();
  }

  public int innermost(int block) {
    throw new UnsupportedOperationException();
  }
}
