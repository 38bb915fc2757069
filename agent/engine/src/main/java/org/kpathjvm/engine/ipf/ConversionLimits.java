package org.kpathjvm.engine.ipf;

/**
 * The limits on the memory of a conversion into the k-IPF.
 *
 * @param rows the largest number of nodes in a complete k-IPF. A k-IPF that would be larger gets
 *     all roots and at most this number of other nodes.
 * @param setLength the largest number of longs in the sets S(g) of all nodes on one branch, from
 *     the root to a leaf; {@link PathForestBuilder} describes these sets
 */
public record ConversionLimits(int rows, int setLength) {
  private static final int ROWS_BEFORE_THEY_ARE_REJECTED = 1 << 17;

  /** No limits except those of arrays and buffers. */
  public static final ConversionLimits NONE =
      new ConversionLimits(
          PathForest.MOST_ROWS - ROWS_BEFORE_THEY_ARE_REJECTED, Integer.MAX_VALUE - 64);
}
