package org.kpathjvm.core.numbering;

/**
 * A place where paths end: the dummy edge from a block to EXIT. Its value is the last summand of
 * the number of each path that ends there.
 */
public final class End extends DummyEdge<EndKind> {
  public End(EndKind kind, int block, int value) {
    super(kind, block, value);
  }
}
