package org.kpathjvm.core.numbering;

/**
 * A place where paths end: the dummy edge from a block to EXIT. Its value is added to the path
 * register when a path ends there.
 */
public final class End extends DummyEdge<EndKind> {
  public End(EndKind kind, int block, int value) {
    super(kind, block, value);
  }
}
