package org.kpathjvm.core.instrument.probes;

import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.instrument.code.CodeBlocks;
import org.kpathjvm.core.instrument.exceptions.ThisFlow;
import org.kpathjvm.core.numbering.PathNumbering;
import org.kpathjvm.runtime.layout.PackedWord;

/**
 * How the paths of a method with several per activation are put into words ({@link PackedWord}).
 */
public final class Packing {
  public final int bits;

  /** What the probes know the method by. */
  public final long method;

  /** Whether there may be numbers that take more bits. */
  public final boolean mayBeWide;

  private Packing(int bits, long method, boolean mayBeWide) {
    this.bits = bits;
    this.method = method;
    this.mayBeWide = mayBeWide;
  }

  /**
   * The packing of a method's paths; null if a word would hold too few of them.
   *
   * @param firstId the id of path 0
   */
  public static Packing of(int pathCount, int firstId) {
    int bits = PackedWord.bits(pathCount);
    return bits <= PackedWord.WIDEST_PACKED_BITS
        ? new Packing(bits, PackedWord.packing(bits, firstId), false)
        : null;
  }

  /** The packing of hot paths, 0 to {@code hotCount - 1}; others are recorded by themselves. */
  public static Packing ofHot(int hotCount, int firstId) {
    int bits = PackedWord.bits(hotCount);
    return new Packing(bits, PackedWord.packing(bits, firstId), true);
  }

  /**
   * Whether all that a word may hold is seen to leave the method: not what a constructor completes
   * before it calls this() or super(), as no handler may cover that call.
   *
   * @param flow null in a method that is surely no constructor
   */
  public static boolean isSafe(CodeBlocks blocks, PathNumbering numbering, ThisFlow flow) {
    FlowGraph graph = blocks.graph();
    for (int from = 0; flow != null && from < graph.blockCount(); from++) {
      for (int to : graph.successors(from)) {
        if (numbering.cutKind(from, to) != null && flow.isBeforeInitialisation(blocks.last(from))) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether a word takes the number. */
  public boolean isNarrow(int number) {
    return number >>> bits == 0;
  }

  /** The word before its first path. */
  public long empty() {
    return PackedWord.empty(bits);
  }

  /** Paths that a word holds at most. */
  public int capacity() {
    return PackedWord.capacity(bits);
  }
}
