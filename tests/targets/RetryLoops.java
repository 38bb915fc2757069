/**
 * Loops that go round only through a handler, because their header returns, throws, or leaves the
 * loop.
 */
// In sequences, e is a path from the entry, and h one from the handler. Of the paths from a loop
// header, l leads to a back edge or an athrow, and x to the exit.
// An attempt that fails abandons its path. The sequences of returned() are [h] [h] [h x].
// expect: returned entries=1 handlers=3 back_edges=3 complete=4 abandoned=3 total2=1
// expect: either entries=1 handlers=2 back_edges=2 complete=3 abandoned=2 total2=1
// An athrow completes a path. The sequences of thrown() are [e] [h l] [h l] [h].
// expect: thrown entries=1 handlers=3 back_edges=2 complete=6 abandoned=0 total2=2 distinct2=1
// The sequences of leaves() are [e] [h l] [h] [h l x]. The outer loop has 3 of the back edges.
// expect: leaves entries=1 handlers=3 back_edges=6 complete=7 abandoned=3 total2=3
public class RetryLoops {
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

  static int returned(int n) {
    while (true) {
      try {
        return unreliable(n);
      } catch (Odd e) {
        failures += 0;
      }
    }
  }

  static int either(int n) {
    while (true) {
      try {
        if (unreliable(n) % 2 == 0) {
          return 1;
        }
        return 2;
      } catch (Odd e) {
        if (failures == 2) {
          failures++;
        }
      }
    }
  }

  static int thrown(int n) {
    int left = n;
    while (true) {
      try {
        throw new Odd();
      } catch (Odd e) {
        if (--left < 0) {
          return n;
        }
      }
    }
  }

  static int leaves(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      failures = 0;
      while (true) {
        try {
          sum += unreliable(i + 1);
          break;
        } catch (Odd e) {
          sum += 10;
        }
      }
    }
    return sum;
  }

  public static void main(String[] args) {
    System.out.println(returned(4));
    failures = 0;
    System.out.println(either(4) + " " + thrown(2) + " " + leaves(3));
  }
}
