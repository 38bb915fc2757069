package org.kpathjvm.engine.ipf;

/**
 * The limits on the memory of a conversion into the k-IPF.
 *
 * @param rows the largest number of nodes in a complete k-IPF. A k-IPF that would be larger gets
 *     all roots and at most this number of other nodes.
 * @param bytes the largest number of bytes that the conversion may use beside the counts and the
 *     k-IPF
 */
public record ConversionLimits(int rows, long bytes) {
  private static final int ROWS_BEFORE_THEY_ARE_REJECTED = 1 << 17;
  private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 64;

  /** No limits except those of arrays and buffers. */
  public static final ConversionLimits NONE =
      new ConversionLimits(PathForest.MOST_ROWS - ROWS_BEFORE_THEY_ARE_REJECTED, Long.MAX_VALUE);

  /**
   * Returns the largest number of longs in the sets S(g) of all nodes on one branch, from the root
   * to a leaf; {@link PathForestBuilder} describes these sets. Their array grows by half. While it
   * is copied, the old array and the new one take memory at the same time.
   */
  int setLength() {
    return (int) Math.max(Math.min(bytes / Long.BYTES / 5 * 3, LONGEST_ARRAY), 0);
  }
}
