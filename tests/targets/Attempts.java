import java.util.concurrent.atomic.AtomicInteger;

/** Loops that try again after an exception, or after a failed comparison, with 1 to 20 attempts. */
// An attempt that fails abandons its path. The handler's path is complete at the back edge.
// expect: untilItWorks entries=20 handlers=190 back_edges=190 complete=210 abandoned=190 total2=19
// expect: bounded entries=20 handlers=190 back_edges=190 complete=210 abandoned=190 total2=19
// expect: swap entries=20 handlers=0 back_edges=190 complete=210 abandoned=0 total2=190
// For each even number of iterations from 2 to 20, an exception leaves the method after the loop.
// expect: behind entries=20 back_edges=210 complete=220 abandoned=10 total2=200
public class Attempts {
  static final class Odd extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  static int failures;

  static int unreliable(int n) {
    if (++failures < n) {
      throw new Odd();
    }
    return failures;
  }

  static int untilItWorks(int n) {
    while (true) {
      try {
        return unreliable(n);
      } catch (Odd e) {
        failures += 0;
      }
    }
  }

  static int bounded(int n) {
    for (int i = 0; i < 30; i++) {
      try {
        return unreliable(n);
      } catch (Odd e) {
        failures += 0;
      }
    }
    return -1;
  }

  static int swap(AtomicInteger value, int n) {
    int tries = 0;
    while (true) {
      int old = value.get();
      if (++tries == n && value.compareAndSet(old, old + 1)) {
        return tries;
      }
    }
  }

  static int check(int n) {
    if (n % 2 == 0) {
      throw new Odd();
    }
    return n;
  }

  static int behind(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      sum += i;
    }
    return sum + check(n);
  }

  public static void main(String[] args) {
    AtomicInteger value = new AtomicInteger();
    int sum = 0;
    for (int n = 1; n <= 20; n++) {
      failures = 0;
      sum += untilItWorks(n);
      failures = 0;
      sum += bounded(n) + swap(value, n);
      try {
        sum += behind(n);
      } catch (Odd e) {
        sum++;
      }
    }
    System.out.println(sum + " " + value.get());
  }
}
