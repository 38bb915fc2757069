package org.kpathjvm.micro;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Measures loops of about {@link #TRIPS} trips. The reported time is the time of one trip. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Loops.TRIPS)
public class Loops {
  static final int TRIPS = 4096;

  private final double[] x = new double[TRIPS];
  private final double[] y = new double[TRIPS];
  private final int[] numbers = new int[TRIPS];

  /** A permutation that is a single cycle. */
  private final int[] next = new int[TRIPS];

  private long seed = 1;

  /** Fills the arrays with the same values in each run. */
  @Setup
  public void fill() {
    Random random = new Random(20131026);
    for (int i = 0; i < TRIPS; i++) {
      x[i] = random.nextDouble();
      y[i] = random.nextDouble();
      numbers[i] = random.nextInt();
      next[i] = i;
    }
    // This is Sattolo's shuffle, which gives a single cycle.
    for (int i = TRIPS - 1; i > 0; i--) {
      int other = random.nextInt(i);
      int swapped = next[i];
      next[i] = next[other];
      next[other] = swapped;
    }
  }

  /** A loop that C2 vectorises. */
  @Benchmark
  public double daxpy() {
    double[] from = x;
    double[] to = y;
    for (int i = 0; i < to.length; i++) {
      to[i] += 1e-9 * from[i];
    }
    return to[0];
  }

  /** A loop that C2 vectorises although each trip adds to the same sum. */
  @Benchmark
  public int sum() {
    int sum = 0;
    for (int number : numbers) {
      sum += number;
    }
    return sum;
  }

  /** A loop with three loads in each trip. No load has to wait for the previous trip. */
  @Benchmark
  public double stencil() {
    double[] from = x;
    double[] to = y;
    for (int i = 1; i < to.length - 1; i++) {
      to[i] = 0.25 * from[i - 1] + 0.5 * from[i] + 0.25 * from[i + 1];
    }
    return to[1];
  }

  /** A loop in which each trip waits for the load in the previous trip. */
  @Benchmark
  public int pointerChase() {
    int at = 0;
    int trips = 0;
    do {
      at = next[at];
      trips++;
    } while (at != 0);
    return trips;
  }

  /** A loop in which each trip waits for the multiplication in the previous trip. */
  @Benchmark
  public long lcg() {
    long value = seed;
    for (int i = 0; i < TRIPS; i++) {
      value = value * 6364136223846793005L + 1442695040888963407L;
    }
    seed = value;
    return value;
  }

  /** A loop whose body has two branches that can't be predicted. */
  @Benchmark
  public int branchy() {
    long value = seed;
    int sum = 0;
    for (int i = 0; i < TRIPS; i++) {
      value = value * 6364136223846793005L + 1442695040888963407L;
      if (value < 0) {
        sum += 3;
      }
      if ((value & 1L << 40) != 0) {
        sum ^= i;
      }
    }
    seed = value;
    return sum;
  }
}
