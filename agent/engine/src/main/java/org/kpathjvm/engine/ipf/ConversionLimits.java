package org.kpathjvm.engine.ipf;

/**
 * What a conversion into the k-IPF may hold at once.
 *
 * @param rows the most nodes of the k-IPF; roots are made in any case
 * @param setLength the most longs that the sets of a branch may have
 */
public record ConversionLimits(int rows, int setLength) {
  private static final int ROWS_BEFORE_THEY_ARE_REJECTED = 1 << 17;

  /** No bounds except those of arrays and buffers. */
  public static final ConversionLimits NONE =
      new ConversionLimits(
          PathForest.MOST_ROWS - ROWS_BEFORE_THEY_ARE_REJECTED, Integer.MAX_VALUE - 64);
}
