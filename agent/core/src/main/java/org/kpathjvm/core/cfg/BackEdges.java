package org.kpathjvm.core.cfg;

import java.util.List;

/** Back edges. */
public final class BackEdges {
  private BackEdges() {}

  public static BackEdges of(FlowGraph graph) {
    throw new UnsupportedOperationException();
  }

  public boolean contains(int from, int to) {
    throw new UnsupportedOperationException();
  }

  public boolean irreducible() {
    throw new UnsupportedOperationException();
  }

  public List<FlowEdge> edges() {
    throw new UnsupportedOperationException();
  }

  public boolean isHeader(int block) {
    throw new UnsupportedOperationException();
  }

  public int[] latches(int header) {
    throw new UnsupportedOperationException();
  }
}
