package org.kpathjvm.core.numbering;

import java.util.List;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowEdge;
import org.kpathjvm.core.cfg.FlowGraph;

/** Numbers. */
public final class PathNumbering {
  private PathNumbering() {}

  public static PathNumbering of(FlowGraph graph, BackEdges backEdges, CutMode mode, int maxPaths) {
    throw new UnsupportedOperationException();
  }

  public int pathCount() {
    throw new UnsupportedOperationException();
  }

  public boolean tooManyPaths() {
    throw new UnsupportedOperationException();
  }

  public int edgeValue(int from, int to) {
    throw new UnsupportedOperationException();
  }

  public int startValue(StartKind kind, int block) {
    throw new UnsupportedOperationException();
  }

  public int endValue(EndKind kind, int block) {
    throw new UnsupportedOperationException();
  }

  public EndKind cutKind(int from, int to) {
    throw new UnsupportedOperationException();
  }

  public StartKind startAfterCut(int from, int to) {
    throw new UnsupportedOperationException();
  }

  public List<FlowEdge> extraCuts() {
    throw new UnsupportedOperationException();
  }

  public boolean needsStream() {
    throw new UnsupportedOperationException();
  }

  public List<Start> starts() {
    throw new UnsupportedOperationException();
  }

  public List<End> ends() {
    throw new UnsupportedOperationException();
  }
}
