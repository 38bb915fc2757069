package org.kpathjvm.engine.ipf;

/**
 * What a conversion into the k-IPF may hold at once.
 *
 * @param rows most nodes of the k-IPF; roots are made in any case
 * @param setLength most longs of the sets of a branch
 */
public record ConversionLimits(int rows, int setLength) {
  private static final int ROWS_BEFORE_THEY_ARE_REJECTED = 1 << 17;

  /** No bounds but those of arrays and buffers. */
  public static final ConversionLimits NONE =
      new ConversionLimits(
          PathForest.MOST_ROWS - ROWS_BEFORE_THEY_ARE_REJECTED, Integer.MAX_VALUE - 64);
}
