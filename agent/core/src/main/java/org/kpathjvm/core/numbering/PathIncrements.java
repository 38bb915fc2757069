package org.kpathjvm.core.numbering;

import org.kpathjvm.core.cfg.FlowEdge;

/**
 * What the path register is set to at a start, and what is added on an edge and at an end: their
 * sum is the path's number.
 */
public abstract class PathIncrements {
  /** What the register is set to, less the method's first id. */
  abstract int start(StartKind kind, int block);

  /** What is added on an uncut edge. */
  public abstract int edge(int from, int to);

  /** What is added before the number is used. */
  abstract int end(EndKind kind, int block);

  /** The Vals themselves. */
  public static PathIncrements ofValues(PathNumbering numbering) {
    return new PathIncrements() {
      @Override
      int start(StartKind kind, int block) {
        return numbering.startValue(kind, block);
      }

      @Override
      public int edge(int from, int to) {
        return numbering.edgeValue(from, to);
      }

      @Override
      int end(EndKind kind, int block) {
        return numbering.endValue(kind, block);
      }
    };
  }

  /**
   * Increments on chords. They may be any ints, and sums on the way may overflow: in two's
   * complement, the whole sum is right.
   */
  public static PathIncrements ofChords(PathNumbering numbering, IncrementPlacement placement) {
    return new PathIncrements() {
      @Override
      int start(StartKind kind, int block) {
        return (int) placement.increment(new Start(kind, block, numbering.startValue(kind, block)));
      }

      @Override
      public int edge(int from, int to) {
        return (int) placement.increment(new FlowEdge(from, to));
      }

      @Override
      int end(EndKind kind, int block) {
        return (int) placement.increment(new End(kind, block, numbering.endValue(kind, block)));
      }
    };
  }
}
