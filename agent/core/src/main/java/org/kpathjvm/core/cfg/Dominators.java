package org.kpathjvm.core.cfg;

/** Dominance. */
public final class Dominators {
  private Dominators() {}

  public static Dominators of(FlowGraph graph) {
    throw new UnsupportedOperationException();
  }

  public boolean dominates(int a, int b) {
    throw new UnsupportedOperationException();
  }

  public int immediateDominator(int b) {
    throw new UnsupportedOperationException();
  }
}
