package org.kpathjvm.workloads.grande;

import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;

/**
 * series: computes the first Fourier coefficients of (x + 1)^x for x from 0 to 2. Each coefficient
 * is an integral, computed by the trapezoidal rule with 1,000 intervals. Setting: {@code
 * coefficients}, the number of pairs of coefficients.
 */
public final class Series implements Benchmark {
  private static final double PERIOD = 2;
  private static final int INTERVALS = 1_000;

  /** What the function is multiplied by before it is integrated. */
  private enum Factor {
    ONE,
    COSINE,
    SINE
  }

  private int coefficients;
  private double[] cosines;
  private double[] sines;

  @Override
  public void prepare(Inputs inputs) throws StandInFailure {
    coefficients = inputs.number("coefficients", 1);
  }

  @Override
  public void iterate() {
    cosines = new double[coefficients];
    sines = new double[coefficients];
    cosines[0] = integral(Factor.ONE, 0) / PERIOD;
    for (int n = 1; n < coefficients; n++) {
      cosines[n] = cosineCoefficient(n);
      sines[n] = sineCoefficient(n);
    }
  }

  @Override
  public void digest(ResultDigest result) {
    result.add(cosines);
    result.add(sines);
  }

  static double cosineCoefficient(int n) {
    return 2 / PERIOD * integral(Factor.COSINE, n);
  }

  static double sineCoefficient(int n) {
    return 2 / PERIOD * integral(Factor.SINE, n);
  }

  private static double integral(Factor factor, int n) {
    double frequency = 2 * Math.PI * n / PERIOD;
    double width = PERIOD / INTERVALS;
    double sum = (integrand(factor, frequency, 0) + integrand(factor, frequency, PERIOD)) / 2;
    for (int i = 1; i < INTERVALS; i++) {
      sum += integrand(factor, frequency, i * width);
    }
    return sum * width;
  }

  /** Uses StrictMath, whose results are the same on every JDK. */
  private static double integrand(Factor factor, double frequency, double x) {
    double value = StrictMath.pow(x + 1, x);
    return switch (factor) {
      case ONE -> value;
      case COSINE -> value * StrictMath.cos(frequency * x);
      case SINE -> value * StrictMath.sin(frequency * x);
    };
  }
}
