package org.kpathjvm.workloads.grande;

import java.util.Random;
import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;

/**
 * lufact: solves linear equations as Linpack does. Settings: {@code order}, the number of
 * equations; {@code repetitions}, how often they are solved.
 */
public final class LuFact implements Benchmark {
  private static final long SEED = 1325;

  private double[][] matrix;
  private double[][] factors;
  private double[] side;
  private double[] solution;
  private int repetitions;

  @Override
  public void prepare(Inputs inputs) throws StandInFailure {
    int order = inputs.number("order", 1);
    repetitions = inputs.number("repetitions");
    Random random = new Random(SEED);
    matrix = new double[order][order];
    factors = new double[order][order];
    side = new double[order];
    for (double[] column : matrix) {
      for (int row = 0; row < order; row++) {
        column[row] = random.nextDouble() - 0.5;
        // The right-hand side is the sum of all columns. So each solved component is nearly 1.
        side[row] += column[row];
      }
    }
  }

  @Override
  public void iterate() {
    for (int repetition = 0; repetition < repetitions; repetition++) {
      for (int column = 0; column < matrix.length; column++) {
        System.arraycopy(matrix[column], 0, factors[column], 0, matrix.length);
      }
      solution = side.clone();
      int[] pivots = Linpack.factor(factors);
      Linpack.solve(factors, pivots, solution);
    }
  }

  @Override
  public void digest(ResultDigest result) throws StandInFailure {
    for (double value : solution) {
      if (Math.abs(value - 1) > 1e-6) {
        throw StandInFailure.wrongResult("a component of the solution is " + value + ", not 1");
      }
    }
    result.add(solution);
  }
}
