import java.util.concurrent.atomic.AtomicLong;

/** Has a loop to profile. {@link Books} counts the calls and iterations of the loop. */
public class Work {
  static int loop(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      if (i % 3 == 0) {
        sum += i;
      } else {
        sum ^= i;
      }
    }
    return sum;
  }

  /** Runs the loop. Reflection calls this method on copies of the class in other loaders. */
  public static int run(int n) {
    return loop(n);
  }
}

/** Counts the calls and iterations of {@link Work#loop}, in all loaders together. */
class Books {
  private static final AtomicLong CALLS = new AtomicLong();
  private static final AtomicLong ITERATIONS = new AtomicLong();

  static int loop(int n) {
    int sum = Work.loop(n);
    enter(n);
    return sum;
  }

  static void enter(int n) {
    CALLS.incrementAndGet();
    ITERATIONS.addAndGet(n);
  }

  static void print() {
    System.out.println("calls=" + CALLS + " iterations=" + ITERATIONS);
    System.out.flush();
  }
}
