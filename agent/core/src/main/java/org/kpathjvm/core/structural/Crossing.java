package org.kpathjvm.core.structural;

/** Says which step of a structure graph corresponds to an edge of the method, or to an exit. */
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
