/** Runs loops with one way around, in several threads. Some loops have few trips, others many. */
public class Repeats {
  static double axpy(double a, double[] x, double[] y, int n) {
    for (int i = 0; i < n; i++) {
      y[i] += a * x[i];
    }
    return y[0];
  }

  /** Takes branches between its counted loops, so that trips follow different paths. */
  static long triangles(int n, boolean twice) {
    long sum = 0;
    for (int row = 0; row < n; row++) {
      if ((row & 3) == 1) {
        sum--;
      }
      for (int at = 0; at < row; at++) {
        sum += at ^ row;
      }
    }
    for (int at = 0; twice && at < n; at++) {
      sum ^= at;
    }
    return sum;
  }

  static int failing(int[] values, int n) {
    int sum = 0;
    try {
      for (int i = 0; i < n; i++) {
        sum += values[i];
      }
    } catch (ArrayIndexOutOfBoundsException e) {
      sum = -sum;
    }
    return sum;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread[] threads = new Thread[3];
    long[] totals = new long[threads.length];
    for (int number = 0; number < threads.length; number++) {
      int own = number;
      threads[number] = new Thread(() -> totals[own] = work(own), "worker-" + own);
      threads[number].start();
    }
    long total = 0;
    for (int number = 0; number < threads.length; number++) {
      threads[number].join();
      total += totals[number];
    }
    System.out.println(total);
  }

  private static long work(int own) {
    double[] x = new double[100_000];
    double[] y = new double[100_000];
    long total = 0;
    for (int n : new int[] {0, 1, 2, 3, 8, 9, 10, 11, 40, 1000, 32_767, 32_768, 70_000 + own}) {
      total += (long) axpy(2, x, y, n);
    }
    for (int n = 0; n < 30 + own; n++) {
      total += triangles(n, n % 2 == 0);
    }
    int[] values = new int[50];
    for (int n = 0; n < 100; n += 7) {
      total += failing(values, n);
    }
    return total;
  }
}
