package org.kpathjvm.core.numbering;

/**
 * A place where paths start: the dummy edge from ENTRY to a block. Its value is the initial value
 * of the path register, and the lowest number of a path with this start.
 */
public final class Start extends DummyEdge<StartKind> {
  public Start(StartKind kind, int block, int value) {
    super(kind, block, value);
  }
}
