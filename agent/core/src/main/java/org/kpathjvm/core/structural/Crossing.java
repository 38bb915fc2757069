package org.kpathjvm.core.structural;

/** The step of a {@link StructureGraph} to which an edge or an exit of the method corresponds. */
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
