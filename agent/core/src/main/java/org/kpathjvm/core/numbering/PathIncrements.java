package org.kpathjvm.core.numbering;

import org.kpathjvm.core.cfg.FlowEdge;

/**
 * What the path register is set to at a start, and what is added on an edge and at an end: their
 * sum is the path's number. These are the Vals themselves, or the increments on chords that take
 * their place, or those of a {@link HotNumbering}. The second may be any ints, and sums on the way
 * may overflow: in two's complement, the whole sum is right.
 */
public final class PathIncrements {
  private final PathNumbering numbering;
  private final IncrementPlacement chords;
  private final HotNumbering hot;

  /**
   * @param chords null for the Vals
   */
  public PathIncrements(PathNumbering numbering, IncrementPlacement chords) {
    this.numbering = numbering;
    this.chords = chords;
    hot = null;
  }

  /** Those of other numbers for the paths of a numbering. */
  public PathIncrements(HotNumbering hot) {
    numbering = null;
    chords = null;
    this.hot = hot;
  }

  /** What the register is set to, less the method's first id. */
  int start(StartKind kind, int block) {
    if (hot != null) {
      return hot.start(kind, block);
    }
    int value = numbering.startValue(kind, block);
    return chords == null ? value : (int) chords.increment(new Start(kind, block, value));
  }

  /** What is added on an uncut edge. */
  public int edge(int from, int to) {
    if (hot != null) {
      return hot.edge(from, to);
    }
    return chords == null
        ? numbering.edgeValue(from, to)
        : (int) chords.increment(new FlowEdge(from, to));
  }

  /** What is added before the number is used. */
  int end(EndKind kind, int block) {
    if (hot != null) {
      return hot.end(kind, block);
    }
    int value = numbering.endValue(kind, block);
    return chords == null ? value : (int) chords.increment(new End(kind, block, value));
  }
}
