package org.kpathjvm.core.structural;

import org.kpathjvm.core.numbering.StartKind;

/** A place where paths of a structure graph start, as a dummy edge from ENTRY to a node. */
public final class GraphStart {
  private final StartKind kind;
  private final int block;
  private final int node;
  private final int value;

  GraphStart(StartKind kind, int block, int node, int value) {
    this.kind = kind;
    this.block = block;
    this.node = node;
    this.value = value;
  }

  /**
   * Returns what makes a path start here: ENTRY if the graph is entered, LOOP if one of the graph's
   * back edges is taken, and HANDLER if an exception is dispatched.
   */
  public StartKind kind() {
    return kind;
  }

  /** Returns the block that control reaches. */
  public int block() {
    return block;
  }

  /**
   * Returns the graph's node: the block itself, or the header of the inner loop that contains the
   * block.
   */
  public int node() {
    return node;
  }

  public int value() {
    return value;
  }
}
