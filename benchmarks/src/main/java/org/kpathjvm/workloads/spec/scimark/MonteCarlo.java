package org.kpathjvm.workloads.spec.scimark;

import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;

/**
 * scimark.monte_carlo: approximates pi by random points in the unit square. A quarter of the unit
 * circle lies in this square, so the share of the points that lie in the circle is about pi / 4.
 * Setting: {@code samples}, the number of points.
 */
public final class MonteCarlo implements Benchmark {
  private static final int SEED = 113;

  private int samples;
  private double pi;

  @Override
  public void prepare(Inputs inputs) throws StandInFailure {
    samples = inputs.number("samples");
  }

  @Override
  public void iterate() {
    pi = approximatePi(samples, new LaggedFibonacci(SEED));
  }

  @Override
  public void digest(ResultDigest result) {
    result.add(pi);
  }

  static double approximatePi(int samples, LaggedFibonacci random) {
    int inside = 0;
    for (int sample = 0; sample < samples; sample++) {
      double x = random.nextDouble();
      double y = random.nextDouble();
      if (x * x + y * y <= 1) {
        inside++;
      }
    }
    return 4.0 * inside / samples;
  }
}
