import java.io.File;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Runs short, equal rounds until the main thread has used a given amount of CPU time. The first
 * argument is this amount in seconds, and may be a fraction. If a second argument names a file, the
 * program ends as soon as that file exists.
 */
public final class Rounds {
  private Rounds() {}

  static int round(int seed) {
    int sum = seed;
    for (int i = 0; i < 6; i++) {
      if (i % 3 == 0) {
        sum += step(i);
      } else {
        sum ^= i;
      }
    }
    return sum;
  }

  static int step(int value) {
    return value % 2 == 0 ? value : -value;
  }

  public static void main(String[] arguments) {
    ThreadMXBean times = ManagementFactory.getThreadMXBean();
    long most = times.getCurrentThreadCpuTime() + (long) (Double.parseDouble(arguments[0]) * 1e9);
    File end = arguments.length > 1 ? new File(arguments[1]) : null;
    long sum = 0;
    while (times.getCurrentThreadCpuTime() < most && (end == null || !end.exists())) {
      for (int i = 0; i < 1000; i++) {
        sum += round(i);
      }
    }
    System.out.println(sum == 0 ? "none" : "done");
  }
}
