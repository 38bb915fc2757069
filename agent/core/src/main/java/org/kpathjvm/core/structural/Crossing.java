package org.kpathjvm.core.structural;

/** An edge of the method as one of the structure graphs sees it: as a step of that graph. */
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
