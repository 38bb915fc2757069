package org.kpathjvm.workloads.spec.scimark;

import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;

/**
 * scimark.sor: applies sweeps of successive over-relaxation, with the factor 1.25, to a square grid
 * in place. Settings: {@code order} (the number of points along a side) and {@code sweeps}.
 */
public final class SuccessiveOverRelaxation implements Benchmark {
  private static final int SEED = 113;
  private static final double RELAXATION = 1.25;

  private double[][] initial;
  private double[][] grid;
  private int sweeps;

  @Override
  public void prepare(Inputs inputs) throws StandInFailure {
    int order = inputs.number("order");
    sweeps = inputs.number("sweeps");
    LaggedFibonacci random = new LaggedFibonacci(SEED);
    initial = new double[order][];
    grid = new double[order][];
    for (int row = 0; row < order; row++) {
      initial[row] = random.nextDoubles(order);
    }
  }

  @Override
  public void beforeIteration() {
    for (int row = 0; row < initial.length; row++) {
      grid[row] = initial[row].clone();
    }
  }

  @Override
  public void iterate() {
    relax(grid, RELAXATION, sweeps);
  }

  @Override
  public void digest(ResultDigest result) {
    for (double[] row : grid) {
      result.add(row);
    }
  }

  /**
   * Sets each inner value to factor / 4 * (sum of the four neighbours) + (1 - factor) * old. The
   * values at the edges don't change.
   */
  static void relax(double[][] grid, double factor, int sweeps) {
    double neighbours = factor / 4;
    double old = 1 - factor;
    for (int sweep = 0; sweep < sweeps; sweep++) {
      for (int i = 1; i < grid.length - 1; i++) {
        double[] row = grid[i];
        double[] above = grid[i - 1];
        double[] below = grid[i + 1];
        for (int j = 1; j < row.length - 1; j++) {
          row[j] = neighbours * (above[j] + below[j] + row[j - 1] + row[j + 1]) + old * row[j];
        }
      }
    }
  }
}
