package org.kpathjvm.core.cfg;

/** An ordinary edge of a {@link FlowGraph}, given by the indices of its two blocks. */
public final class FlowEdge {
  private final int from;
  private final int to;

  public FlowEdge(int from, int to) {
    this.from = from;
    this.to = to;
  }

  /** Returns the index of the source block. */
  public int from() {
    return from;
  }

  /** Returns the index of the target block. */
  public int to() {
    return to;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FlowEdge
        && ((FlowEdge) other).from == from
        && ((FlowEdge) other).to == to;
  }

  @Override
  public int hashCode() {
    // The multiplier spreads the dense block indices, so that the edges of large methods seldom
    // collide.
    return from * 0x9E3779B1 + to;
  }

  @Override
  public String toString() {
    return from + "->" + to;
  }
}
