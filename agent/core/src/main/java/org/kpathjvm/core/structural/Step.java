package org.kpathjvm.core.structural;

/** An edge out of a node of a structure graph; ends of paths are edges to EXIT. */
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

  /** The node that it leaves. */
  public int node() {
    return node;
  }

  /** A node, or of ends the block that comes next; -1 where there is none. */
  public int target() {
    return target;
  }

  /** Its value in Ball and Larus's numbering of the graph. */
  public int value() {
    return value;
  }

  /** Whether a path ends with it. */
  public boolean isEnd() {
    return kind != StepKind.EDGE;
  }

  @Override
  public String toString() {
    return node + " " + kind.label() + " " + target + " +" + value;
  }
}
