/**
 * Exceptions that are caught inside a loop. They are thrown by athrow in the same method (which
 * completes a path), by a callee, and by a faulting instruction. There is also a retry loop whose
 * latch is the handler.
 */
// A handler begins a new sequence. In sequences, t is a path to the throw, h one from the handler
// to the latch, l another iteration, and x a path to the exit.
// The sequences of same() are [t] [h l t] [h l t] [h l x].
// expect: same entries=1 handlers=3 back_edges=6 complete=10 abandoned=0 distinct2=3 total2=6 max2=3
// expect: callee entries=1 handlers=3 back_edges=6 complete=7 abandoned=3 total2=3
// expect: fault entries=2 handlers=2 back_edges=10 complete=12 abandoned=2
// expect: retry entries=1 handlers=4 back_edges=4 complete=5 abandoned=4 total2=1
public class CaughtInLoop {
  static final class Odd extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  static int same(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      try {
        if (i % 2 == 0) {
          throw new Odd();
        }
        sum += i;
      } catch (Odd e) {
        sum += 10;
      }
    }
    return sum;
  }

  static int check(int i) {
    if (i % 2 == 1) {
      throw new Odd();
    }
    return i;
  }

  // With i from 0 to 5, check throws at 1, 3 and 5. The sequences are [l] [h l] [h l] [h x].
  static int callee(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      try {
        sum += check(i);
      } catch (Odd e) {
        sum += 10;
      }
    }
    return sum;
  }

  static int fault(int[] values) {
    int sum = 0;
    int i = 0;
    do {
      try {
        sum += 100 / values[i];
        sum += values[i + 1];
      } catch (ArithmeticException | ArrayIndexOutOfBoundsException e) {
        sum -= 1000;
      }
      i++;
    } while (i < 6);
    return sum;
  }

  static int failures;

  static int unreliable() {
    if (++failures < 5) {
      throw new Odd();
    }
    return failures;
  }

  static int retry() {
    while (true) {
      try {
        return unreliable();
      } catch (Odd e) {
        failures += 0;
      }
    }
  }

  public static void main(String[] args) {
    System.out.println(same(6) + " " + callee(6));
    System.out.println(fault(new int[] {1, 2, 0, 4, 5, 6, 7}) + " " + retry());
    System.out.println(fault(new int[] {1, 2, 3, 4, 5, 6}));
  }
}
