package org.kpathjvm.core.structural;

/** The step that corresponds to an edge of the method in one of the structure graphs. */
public final class Crossing {
  private final StructureGraph graph;
  private final Step step;

  Crossing(StructureGraph graph, Step step) {
    this.graph = graph;
    this.step = step;
  }

  public StructureGraph graph() {
    return graph;
  }

  public Step step() {
    return step;
  }
}
