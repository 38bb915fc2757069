package org.kpathjvm.core.numbering;

/**
 * A place where paths start, as a dummy edge from ENTRY to a block. Each path that starts there has
 * the edge's value as the first summand of its number. So no such path has a number below this
 * value.
 */
public final class Start extends DummyEdge<StartKind> {
  public Start(StartKind kind, int block, int value) {
    super(kind, block, value);
  }
}
