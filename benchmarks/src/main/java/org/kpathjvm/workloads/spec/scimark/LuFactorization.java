package org.kpathjvm.workloads.spec.scimark;

import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;

/**
 * scimark.lu: factors a dense matrix into a lower and an upper triangle, with partial pivoting.
 * After each pivot, all later rows are updated (right-looking). Settings: {@code order} and {@code
 * repetitions}.
 */
public final class LuFactorization implements Benchmark {
  private static final int SEED = 113;

  private double[][] matrix;
  private double[][] factors;
  private int[] pivots;
  private int repetitions;

  @Override
  public void prepare(Inputs inputs) throws StandInFailure {
    int order = inputs.number("order");
    repetitions = inputs.number("repetitions");
    LaggedFibonacci random = new LaggedFibonacci(SEED);
    matrix = new double[order][];
    factors = new double[order][order];
    for (int row = 0; row < order; row++) {
      matrix[row] = random.nextDoubles(order);
    }
  }

  @Override
  public void iterate() {
    for (int repetition = 0; repetition < repetitions; repetition++) {
      for (int row = 0; row < matrix.length; row++) {
        System.arraycopy(matrix[row], 0, factors[row], 0, matrix.length);
      }
      pivots = factor(factors);
    }
  }

  @Override
  public void digest(ResultDigest result) {
    for (double[] row : factors) {
      result.add(row);
    }
    result.add(pivots);
  }

  /**
   * Factors a matrix in place. The lower triangle replaces the elements below the diagonal; its own
   * diagonal, all ones, isn't stored. The upper triangle replaces the other elements.
   *
   * @return for each column c, the number of the row that was exchanged with row c
   * @throws ArithmeticException if the matrix is singular
   */
  static int[] factor(double[][] matrix) {
    int order = matrix.length;
    int[] pivots = new int[order];
    for (int column = 0; column < order; column++) {
      int pivot = largestBelow(matrix, column);
      pivots[column] = pivot;
      if (matrix[pivot][column] == 0) {
        throw new ArithmeticException("the matrix is singular: no pivot in column " + column);
      }
      if (pivot != column) {
        double[] kept = matrix[pivot];
        matrix[pivot] = matrix[column];
        matrix[column] = kept;
      }
      eliminate(matrix, column);
    }
    return pivots;
  }

  private static int largestBelow(double[][] matrix, int column) {
    int largest = column;
    double value = Math.abs(matrix[column][column]);
    for (int row = column + 1; row < matrix.length; row++) {
      double candidate = Math.abs(matrix[row][column]);
      if (candidate > value) {
        largest = row;
        value = candidate;
      }
    }
    return largest;
  }

  private static void eliminate(double[][] matrix, int column) {
    int order = matrix.length;
    double[] pivotRow = matrix[column];
    double reciprocal = 1 / pivotRow[column];
    for (int i = column + 1; i < order; i++) {
      double[] row = matrix[i];
      double multiplier = row[column] * reciprocal;
      row[column] = multiplier;
      for (int j = column + 1; j < order; j++) {
        row[j] -= multiplier * pivotRow[j];
      }
    }
  }
}
