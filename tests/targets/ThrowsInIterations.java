/**
 * An exception at every point of an iteration: each of 18 activations throws it one step later than
 * the one before. It is caught in the loop, after the loop, by the caller, in an inner loop, and
 * after ways with more or fewer branches.
 */
// expect: inside entries=18 handlers=18 abandoned=18
// expect: behind entries=18 handlers=18 abandoned=18
// expect: passed entries=18 handlers=0 abandoned=18
// expect: nested entries=18 handlers=18 abandoned=18
// expect: uneven entries=18 handlers=18 abandoned=18
public class ThrowsInIterations {
  static final class Odd extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  static int left;

  static int step(int value) {
    if (--left == 0) {
      throw new Odd();
    }
    return value;
  }

  static int inside(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      try {
        if (step(i) % 2 == 0) {
          sum++;
        }
        if (step(i) % 3 == 0) {
          sum += 2;
        }
        sum += step(1);
      } catch (Odd e) {
        sum += 100;
      }
    }
    return sum;
  }

  static int behind(int n) {
    int sum = 0;
    int i = 0;
    try {
      do {
        if (i % 2 == 0) {
          sum += step(1);
        } else if (i % 3 == 0) {
          sum += step(step(2));
        }
        sum += step(3);
      } while (step(++i) < n);
    } catch (Odd e) {
      sum = -sum;
    }
    return sum;
  }

  static int passed(int n) {
    int sum = 0;
    for (int i = 0; step(i) < n; i++) {
      if (i % 2 == 0) {
        sum += step(1);
      }
      if (step(i) % 3 == 0) {
        sum += 2;
        continue;
      }
      sum += step(1);
    }
    return sum;
  }

  static int nested(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      try {
        if (step(i) % 2 == 0) {
          sum++;
        }
        for (int j = 0; step(j) < 2; j++) {
          if (step(i + j) % 2 == 0) {
            sum++;
          }
          sum += step(1);
        }
        sum += step(1);
      } catch (Odd e) {
        sum += 100;
      }
    }
    return sum;
  }

  // The same branch is the third or the fourth of an iteration.
  static int uneven(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      try {
        if (i % 2 == 0) {
          sum++;
        } else if (i % 3 == 0) {
          sum += 2;
        }
        if (i % 5 != 4) {
          sum += 3;
        }
        sum += step(1);
      } catch (Odd e) {
        sum += 100;
      }
    }
    return sum;
  }

  static int one(int method, int at) {
    left = at;
    try {
      switch (method) {
        case 0:
          return inside(6);
        case 1:
          return behind(8);
        case 2:
          return passed(8);
        case 3:
          return nested(3);
        default:
          return uneven(20);
      }
    } catch (Odd e) {
      return 1000;
    }
  }

  public static void main(String[] args) {
    int sum = 0;
    for (int method = 0; method < 5; method++) {
      for (int at = 1; at <= 18; at++) {
        sum = 31 * sum + one(method, at);
      }
    }
    System.out.println(sum);
  }
}
