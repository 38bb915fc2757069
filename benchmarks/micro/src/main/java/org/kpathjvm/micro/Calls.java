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

/**
 * Measures calls that take a few nanoseconds each. The reported time is the time of one call,
 * except in {@link #getters}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Calls.CALLS)
public class Calls {
  static final int CALLS = 1024;

  private final int[] numbers = new int[64];
  private final int[] lengths = new int[CALLS];
  private final Point[] points = new Point[CALLS];

  /** Fills the arrays with the same values in each run. */
  @Setup
  public void fill() {
    Random random = new Random(20131026);
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = random.nextInt();
    }
    for (int i = 0; i < CALLS; i++) {
      lengths[i] = random.nextInt(7);
      points[i] = new Point(random.nextInt(), random.nextInt());
    }
  }

  /** Calls a method with a loop of eight trips. */
  @Benchmark
  public int innerLoopOfEight() {
    int sum = 0;
    for (int i = 0; i < CALLS; i++) {
      sum += sum(numbers, i & 31, 8);
    }
    return sum;
  }

  /** Calls a method whose loop has a random number of trips: zero to six, three on average. */
  @Benchmark
  public int innerLoopOfAFew() {
    int sum = 0;
    for (int i = 0; i < CALLS; i++) {
      sum += sum(numbers, i & 31, lengths[i]);
    }
    return sum;
  }

  private static int sum(int[] of, int from, int count) {
    int sum = 0;
    for (int i = from; i < from + count; i++) {
      sum += of[i];
    }
    return sum;
  }

  /** Makes calls that form a binary tree. The called method has no loop. */
  @Benchmark
  public int recursion() {
    return nodes(CALLS);
  }

  /** Makes {@code count} calls, including this one. The count is at least 1. */
  private static int nodes(int count) {
    if (count == 1) {
      return 1;
    }
    int left = count - 1 >> 1;
    int right = count - 1 - left;
    return 1 + (left == 0 ? 0 : nodes(left)) + nodes(right);
  }

  /**
   * Calls two methods, each of which C2 turns into a load. The reported time is the time of both
   * calls.
   */
  @Benchmark
  public int getters() {
    int sum = 0;
    for (Point point : points) {
      sum += point.across() - point.down();
    }
    return sum;
  }

  private static final class Point {
    private final int across;
    private final int down;

    Point(int across, int down) {
      this.across = across;
      this.down = down;
    }

    int across() {
      return across;
    }

    int down() {
      return down;
    }
  }
}
