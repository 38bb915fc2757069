import java.util.concurrent.atomic.AtomicLong;

/** Loops that keep their own books: what a profile of {@link #loop} must show. */
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

  /** Called through reflection by whoever has another copy of this class. */
  public static int run(int n) {
    return loop(n);
  }
}

/** How often {@link Work#loop} was called, and how many iterations that made: in any loader. */
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
