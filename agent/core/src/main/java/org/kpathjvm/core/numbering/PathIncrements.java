package org.kpathjvm.core.numbering;

import org.kpathjvm.core.cfg.FlowEdge;

/**
 * The values whose sum is a path's number. The path register is set to the first value at a start,
 * and the others are added on edges and at an end. The values are the Vals, or the increments on
 * chords that replace the Vals, or the values of a {@link HotNumbering}. Increments on chords may
 * be any ints, so partial sums may overflow. In two's complement, the complete sum is still right.
 */
public final class PathIncrements {
  private final PathNumbering numbering;
  private final IncrementPlacement chords;
  private final HotNumbering hot;

  /**
   * Creates an object for the Vals of a numbering, or for increments on chords.
   *
   * @param chords the increments on chords; null for the Vals
   */
  public PathIncrements(PathNumbering numbering, IncrementPlacement chords) {
    this.numbering = numbering;
    this.chords = chords;
    hot = null;
  }

  /** Creates an object for the values of a hot numbering. */
  public PathIncrements(HotNumbering hot) {
    numbering = null;
    chords = null;
    this.hot = hot;
  }

  /** Returns the value to which the register is set at a start, without the method's first id. */
  int start(StartKind kind, int block) {
    if (hot != null) {
      return hot.start(kind, block);
    }
    int value = numbering.startValue(kind, block);
    return chords == null ? value : (int) chords.increment(new Start(kind, block, value));
  }

  /** Returns the value that is added on an uncut edge. */
  public int edge(int from, int to) {
    if (hot != null) {
      return hot.edge(from, to);
    }
    return chords == null
        ? numbering.edgeValue(from, to)
        : (int) chords.increment(new FlowEdge(from, to));
  }

  /** Returns the value that is added at an end, before the path is recorded. */
  int end(EndKind kind, int block) {
    if (hot != null) {
      return hot.end(kind, block);
    }
    int value = numbering.endValue(kind, block);
    return chords == null ? value : (int) chords.increment(new End(kind, block, value));
  }
}
