package org.kpathjvm.core.numbering;

/**
 * A place where paths end, as a dummy edge from a block to EXIT. Each path that ends there has the
 * edge's value as the last summand of its number.
 */
public final class End extends DummyEdge<EndKind> {
  public End(EndKind kind, int block, int value) {
    super(kind, block, value);
  }
}
