package org.kpathjvm.core.numbering;

/**
 * A place where paths start: the dummy edge from ENTRY to a block. Its value is the first summand
 * of the number of each path that starts there, and thus the lowest number of such a path.
 */
public final class Start extends DummyEdge<StartKind> {
  public Start(StartKind kind, int block, int value) {
    super(kind, block, value);
  }
}
