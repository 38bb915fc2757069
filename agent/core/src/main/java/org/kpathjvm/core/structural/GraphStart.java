package org.kpathjvm.core.structural;

import org.kpathjvm.core.numbering.StartKind;

/** A place where paths of a structure graph start: the dummy edge from ENTRY to a node. */
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

  /** ENTRY: the graph is entered; LOOP: its back edge was taken; HANDLER: an exception's way. */
  public StartKind kind() {
    return kind;
  }

  /** The block that control comes to. */
  public int block() {
    return block;
  }

  /** The block, or the header of the inner loop that it is in. */
  public int node() {
    return node;
  }

  public int value() {
    return value;
  }
}
