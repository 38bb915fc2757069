package org.kpathjvm.workloads.spec.scimark;

import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;

/**
 * scimark.sparse: multiplies a sparse matrix in compressed row format by a vector. Settings: {@code
 * order}, {@code nonzeros} (in the whole matrix) and {@code repetitions}.
 *
 * <p>Every row has the same number of nonzeros. The nonzeros of a row are evenly spaced, from
 * column 0 towards the diagonal, so the strides in the vector are longer in later rows.
 */
public final class SparseMultiplication implements Benchmark {
  private static final int SEED = 113;

  private double[] values;
  private int[] columns;
  private int[] rowStarts;
  private double[] vector;
  private double[] product;
  private int repetitions;

  @Override
  public void prepare(Inputs inputs) throws StandInFailure {
    int order = inputs.number("order", 1);
    int perRow = inputs.number("nonzeros", order) / order;
    repetitions = inputs.number("repetitions");
    LaggedFibonacci random = new LaggedFibonacci(SEED);
    vector = random.nextDoubles(order);
    values = random.nextDoubles(perRow * order);
    columns = columns(order, perRow);
    rowStarts = new int[order + 1];
    for (int row = 0; row <= order; row++) {
      rowStarts[row] = row * perRow;
    }
    product = new double[order];
  }

  @Override
  public void iterate() {
    multiply(product, values, columns, rowStarts, vector, repetitions);
  }

  @Override
  public void digest(ResultDigest result) {
    result.add(product);
  }

  static int[] columns(int order, int perRow) {
    int[] columns = new int[perRow * order];
    for (int row = 0; row < order; row++) {
      int stride = Math.max(1, row / perRow);
      for (int i = 0; i < perRow; i++) {
        columns[row * perRow + i] = i * stride;
      }
    }
    return columns;
  }

  /**
   * Computes product = matrix * vector, several times.
   *
   * @param rowStarts the index in values and columns at which each row starts, and at the end the
   *     number of values
   */
  static void multiply(
      double[] product,
      double[] values,
      int[] columns,
      int[] rowStarts,
      double[] vector,
      int repetitions) {
    for (int repetition = 0; repetition < repetitions; repetition++) {
      for (int row = 0; row < product.length; row++) {
        double sum = 0;
        for (int i = rowStarts[row]; i < rowStarts[row + 1]; i++) {
          sum += vector[columns[i]] * values[i];
        }
        product[row] = sum;
      }
    }
  }
}
