package org.kpathjvm.workloads.grande;

/**
 * Solves linear equations by Gaussian elimination with partial pivoting, column by column, as in
 * Linpack (Dongarra, Bunch, Moler, Stewart, 1979). A matrix is an array of its columns.
 */
final class Linpack {
  private Linpack() {}

  /**
   * Factors a matrix into L and U, in place. The multipliers in L are stored negated.
   *
   * @return for each column the row of its pivot
   * @throws ArithmeticException if the matrix is singular
   */
  static int[] factor(double[][] columns) {
    int order = columns.length;
    int[] pivots = new int[order];
    for (int k = 0; k < order; k++) {
      double[] column = columns[k];
      int pivot = largest(column, k);
      pivots[k] = pivot;
      if (column[pivot] == 0) {
        throw new ArithmeticException("the matrix is singular: no pivot in column " + k);
      }
      swap(column, k, pivot);
      scale(column, k + 1, -1 / column[k]);
      for (int j = k + 1; j < order; j++) {
        swap(columns[j], k, pivot);
        addMultiple(columns[j], columns[j][k], column, k + 1, order);
      }
    }
    return pivots;
  }

  /** Replaces the right-hand side with the solution, using the results of {@link #factor}. */
  static void solve(double[][] factors, int[] pivots, double[] side) {
    int order = factors.length;
    for (int k = 0; k < order - 1; k++) {
      swap(side, k, pivots[k]);
      addMultiple(side, side[k], factors[k], k + 1, order);
    }
    for (int k = order - 1; k >= 0; k--) {
      side[k] /= factors[k][k];
      addMultiple(side, -side[k], factors[k], 0, k);
    }
  }

  private static int largest(double[] column, int from) {
    int largest = from;
    for (int row = from + 1; row < column.length; row++) {
      if (Math.abs(column[row]) > Math.abs(column[largest])) {
        largest = row;
      }
    }
    return largest;
  }

  private static void scale(double[] column, int from, double factor) {
    for (int row = from; row < column.length; row++) {
      column[row] *= factor;
    }
  }

  private static void addMultiple(double[] sum, double factor, double[] column, int from, int end) {
    if (factor == 0) {
      return;
    }
    for (int row = from; row < end; row++) {
      sum[row] += factor * column[row];
    }
  }

  private static void swap(double[] column, int i, int j) {
    double kept = column[i];
    column[i] = column[j];
    column[j] = kept;
  }
}
