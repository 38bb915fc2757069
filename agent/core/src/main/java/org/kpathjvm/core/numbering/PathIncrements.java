package org.kpathjvm.core.numbering;

import org.kpathjvm.core.cfg.FlowEdge;

/**
 * What the path register is set to at a start, and what is added on an edge and at an end; their
 * sum is the path's number. These values are the Vals themselves, or the increments on chords that
 * replace them, or the values of a {@link HotNumbering}. Increments on chords may be any ints, and
 * partial sums may overflow. In two's complement, the whole sum is still right.
 */
public final class PathIncrements {
  private final PathNumbering numbering;
  private final IncrementPlacement chords;
  private final HotNumbering hot;

  /**
   * Creates the Vals of a numbering, or the increments on chords.
   *
   * @param chords null for the Vals
   */
  public PathIncrements(PathNumbering numbering, IncrementPlacement chords) {
    this.numbering = numbering;
    this.chords = chords;
    hot = null;
  }

  /** Creates the values of hot numbers. */
  public PathIncrements(HotNumbering hot) {
    numbering = null;
    chords = null;
    this.hot = hot;
  }

  /** Returns what the register is set to, without the method's first id. */
  int start(StartKind kind, int block) {
    if (hot != null) {
      return hot.start(kind, block);
    }
    int value = numbering.startValue(kind, block);
    return chords == null ? value : (int) chords.increment(new Start(kind, block, value));
  }

  /** Returns what is added on an uncut edge. */
  public int edge(int from, int to) {
    if (hot != null) {
      return hot.edge(from, to);
    }
    return chords == null
        ? numbering.edgeValue(from, to)
        : (int) chords.increment(new FlowEdge(from, to));
  }

  /** Returns what is added before the number is used. */
  int end(EndKind kind, int block) {
    if (hot != null) {
      return hot.end(kind, block);
    }
    int value = numbering.endValue(kind, block);
    return chords == null ? value : (int) chords.increment(new End(kind, block, value));
  }
}
