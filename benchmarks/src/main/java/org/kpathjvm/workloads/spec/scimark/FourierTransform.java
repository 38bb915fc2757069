package org.kpathjvm.workloads.spec.scimark;

import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;

/**
 * scimark.fft: computes the Fourier transform of complex numbers, and the inverse transform of the
 * result, by Cooley and Tukey's radix-2 decimation in time. Settings: {@code points} (a power of
 * two) and {@code repetitions}.
 *
 * <p>The arrays hold the real part of complex number k at index 2k, and the imaginary part at index
 * 2k + 1.
 */
public final class FourierTransform implements Benchmark {
  private static final int SEED = 113;

  private double[] initial;
  private double[] data;
  private int repetitions;

  @Override
  public void prepare(Inputs inputs) throws StandInFailure {
    int points = inputs.number("points");
    if (Integer.bitCount(points) != 1) {
      throw StandInFailure.unusable("points is " + points + ", not a power of two");
    }
    repetitions = inputs.number("repetitions");
    initial = new LaggedFibonacci(SEED).nextDoubles(2 * points);
  }

  @Override
  public void beforeIteration() {
    data = initial.clone();
  }

  @Override
  public void iterate() {
    for (int repetition = 0; repetition < repetitions; repetition++) {
      transform(data);
      invert(data);
    }
  }

  @Override
  public void digest(ResultDigest result) {
    result.add(data);
  }

  /** Computes X[j] = sum over k of x[k] exp(-2 pi i j k / n), in place. */
  static void transform(double[] data) {
    transform(data, -1);
  }

  /** Computes the inverse of {@link #transform}, in place. */
  static void invert(double[] data) {
    transform(data, 1);
    double scale = 2.0 / data.length;
    for (int i = 0; i < data.length; i++) {
      data[i] *= scale;
    }
  }

  private static void transform(double[] data, int sign) {
    reverseBits(data);
    int points = data.length / 2;
    for (int half = 1; half < points; half *= 2) {
      combine(data, points, half, sign * Math.PI / half);
    }
  }

  /**
   * Makes each transform of {@code 2 * half} points from two transforms of {@code half} points. The
   * root of unity after w is w + w (exp(i angle) - 1). Here the real part of exp(i angle) - 1 is
   * computed as -2 sin^2(angle / 2), because cos(angle) - 1 would lose digits.
   */
  private static void combine(double[] data, int points, int half, double angle) {
    double sineOfHalf = StrictMath.sin(angle / 2);
    double stepReal = -2 * sineOfHalf * sineOfHalf;
    double stepImaginary = StrictMath.sin(angle);
    double rootReal = 1;
    double rootImaginary = 0;
    for (int offset = 0; offset < half; offset++) {
      for (int block = offset; block < points; block += 2 * half) {
        int upper = 2 * block;
        int lower = 2 * (block + half);
        double real = rootReal * data[lower] - rootImaginary * data[lower + 1];
        double imaginary = rootReal * data[lower + 1] + rootImaginary * data[lower];
        data[lower] = data[upper] - real;
        data[lower + 1] = data[upper + 1] - imaginary;
        data[upper] += real;
        data[upper + 1] += imaginary;
      }
      double real = rootReal;
      rootReal += real * stepReal - rootImaginary * stepImaginary;
      rootImaginary += rootImaginary * stepReal + real * stepImaginary;
    }
  }

  /** Moves number i to the index that has i's bits in reverse order. */
  private static void reverseBits(double[] data) {
    int points = data.length / 2;
    int reversed = 0;
    for (int i = 0; i < points; i++) {
      if (i < reversed) {
        swap(data, 2 * i, 2 * reversed);
        swap(data, 2 * i + 1, 2 * reversed + 1);
      }
      int bit = points / 2;
      while (bit > 0 && (reversed & bit) != 0) {
        reversed -= bit;
        bit /= 2;
      }
      reversed += bit;
    }
  }

  private static void swap(double[] data, int i, int j) {
    double kept = data[i];
    data[i] = data[j];
    data[j] = kept;
  }
}
