package org.kpathjvm.workloads.grande;

import java.util.Random;
import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;

/**
 * sparse: repeatedly multiplies an unstructured sparse matrix by a vector, and sums the products.
 * The matrix is given by the row, the column and the value of each nonzero, in random order.
 * Settings: {@code order}, {@code nonzeros} and {@code repetitions} (of the multiplication).
 */
public final class Sparse implements Benchmark {
  private static final long SEED = 10_101_010;

  private int[] rows;
  private int[] columns;
  private double[] values;
  private double[] vector;
  private double[] sum;
  private int repetitions;

  @Override
  public void prepare(Inputs inputs) throws StandInFailure {
    int order = inputs.number("order", 1);
    int nonzeros = inputs.number("nonzeros");
    repetitions = inputs.number("repetitions");
    Random random = new Random(SEED);
    vector = random.doubles(order).toArray();
    rows = random.ints(nonzeros, 0, order).toArray();
    columns = random.ints(nonzeros, 0, order).toArray();
    values = random.doubles(nonzeros).toArray();
  }

  @Override
  public void beforeIteration() {
    sum = new double[vector.length];
  }

  @Override
  public void iterate() {
    for (int repetition = 0; repetition < repetitions; repetition++) {
      addProduct(sum, rows, columns, values, vector);
    }
  }

  @Override
  public void digest(ResultDigest result) {
    result.add(sum);
  }

  static void addProduct(
      double[] sum, int[] rows, int[] columns, double[] values, double[] vector) {
    for (int i = 0; i < values.length; i++) {
      sum[rows[i]] += vector[columns[i]] * values[i];
    }
  }
}
