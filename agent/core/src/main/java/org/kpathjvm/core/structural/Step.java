package org.kpathjvm.core.structural;

/** An edge out of a node of a structure graph. The end of a path is an edge to EXIT. */
public final class Step {
  private final StepKind kind;
  private final int node;
  private final int target;
  private final int value;

  Step(StepKind kind, int node, int target, int value) {
    this.kind = kind;
    this.node = node;
    this.target = target;
    this.value = value;
  }

  public StepKind kind() {
    return kind;
  }

  /** Returns the node that the step leaves. */
  public int node() {
    return node;
  }

  /**
   * Returns the node that the step leads to. If the step ends a path, the result isn't EXIT but the
   * block at which the method continues, or -1 if there is none.
   */
  public int target() {
    return target;
  }

  /** Returns the step's value in Ball and Larus's numbering of the graph. */
  public int value() {
    return value;
  }

  /** Returns whether a path ends with the step. */
  public boolean isEnd() {
    return kind != StepKind.EDGE;
  }

  @Override
  public String toString() {
    return node + " " + kind.label() + " " + target + " +" + value;
  }
}
