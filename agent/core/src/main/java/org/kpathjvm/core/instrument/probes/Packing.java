package org.kpathjvm.core.instrument.probes;

import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.instrument.code.CodeBlocks;
import org.kpathjvm.core.instrument.exceptions.ThisFlow;
import org.kpathjvm.core.numbering.PathNumbering;
import org.kpathjvm.runtime.layout.PackedWord;

/**
 * Describes how the paths of a method are packed into 64-bit words ({@link PackedWord}). Paths are
 * packed only in methods whose activations may have several of them.
 */
public final class Packing {
  public final int bits;

  /** The number that identifies the method to the probes. */
  public final long method;

  /** Whether there may be path numbers with more bits than {@link #bits}. */
  public final boolean mayBeWide;

  private Packing(int bits, long method, boolean mayBeWide) {
    this.bits = bits;
    this.method = method;
    this.mayBeWide = mayBeWide;
  }

  /**
   * Returns the packing of a method's paths; null if a word would hold too few paths.
   *
   * @param firstId the id of path 0
   */
  public static Packing of(int pathCount, int firstId) {
    int bits = PackedWord.bits(pathCount);
    return bits <= PackedWord.WIDEST_PACKED_BITS
        ? new Packing(bits, PackedWord.packing(bits, firstId), false)
        : null;
  }

  /**
   * Returns the packing of the hot paths, which have the numbers 0 to {@code hotCount - 1}. A path
   * whose number needs more bits than {@code hotCount - 1} is recorded separately.
   */
  public static Packing ofHot(int hotCount, int firstId) {
    int bits = PackedWord.bits(hotCount);
    return new Packing(bits, PackedWord.packing(bits, firstId), true);
  }

  /**
   * Returns whether all paths in a word are always recorded when the activation ends. The result is
   * false if a constructor may complete a path before it calls this() or super(), because no
   * handler may cover this call.
   *
   * @param flow the flow of {@code this}; may be null in a method that isn't a constructor
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

  /** Returns whether a path's number fits into a word. */
  public boolean isNarrow(int number) {
    return number >>> bits == 0;
  }

  /** Returns a word that holds no path yet. */
  public long empty() {
    return PackedWord.empty(bits);
  }

  /** Returns the largest number of paths that a word holds. */
  public int capacity() {
    return PackedWord.capacity(bits);
  }
}
