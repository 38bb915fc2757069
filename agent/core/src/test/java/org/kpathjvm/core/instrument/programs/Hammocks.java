package org.kpathjvm.core.instrument.programs;

/** Branches around a few instructions. Some branches compare numbers whose difference overflows. */
public final class Hammocks {
  private static final int[] NUMBERS = {
    0, 1, -1, 2, -2, 7, 1000, -1000, Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE - 1
  };

  private int counted;

  private Hammocks() {}

  public static String run() {
    StringBuilder out = new StringBuilder();
    Hammocks one = new Hammocks();
    for (int a : NUMBERS) {
      out.append(wrapped(a)).append(' ').append(absolute(a)).append(' ').append(polynomial(a));
      out.append(' ').append(chained(a)).append(' ').append(one.counting(a)).append('\n');
      for (int b : NUMBERS) {
        out.append(smaller(a, b)).append(' ').append(larger(a, b)).append(' ');
        out.append(order(a, b)).append(' ').append(counts(a, b, a * 0.5)).append(' ');
        out.append(countsDown(a, b)).append(' ').append(caught(a, b)).append(' ');
        out.append(scoped(a, b)).append(' ').append(joined(a, b, NUMBERS)).append('\n');
      }
    }
    return out.append(inALoop(NUMBERS)).append(one.counted).toString();
  }

  /** The code resembles a random number generator. */
  static int wrapped(int n) {
    int value = n - 5;
    if (value < 0) {
      value += Integer.MAX_VALUE;
    }
    return value;
  }

  static int absolute(int n) {
    return n < 0 ? -n : n;
  }

  /** The code resembles a checksum. */
  static int polynomial(int n) {
    int sum = n;
    for (int bit = 0; bit < 8; bit++) {
      int low = sum >>> 1;
      if ((sum & 1) != 0) {
        low ^= 0x6db88320;
      }
      sum = low;
    }
    return sum;
  }

  static int smaller(int a, int b) {
    return a < b ? a : b;
  }

  static int larger(int a, int b) {
    int most = a;
    if (b >= most) {
      most = b;
    }
    if (most > 100) {
      most = 100;
    }
    return most <= -100 ? -100 : most;
  }

  static int order(int a, int b) {
    return a < b ? -1 : a > b ? 1 : 0;
  }

  /**
   * Changes a counter after comparisons of ints, longs, floats and doubles, and after a comparison
   * with null.
   */
  static int counts(int a, int b, double c) {
    int count = 0;
    if (a == b) {
      count++;
    }
    if (c <= b) {
      count++;
    }
    if (c == c + a && a != b) {
      count += 1;
    }
    if ((long) a * b > 5) {
      count--;
    }
    Object o = a % 2 == 0 ? null : "odd";
    if (o == null) {
      count++;
    }
    if (a * 1.0f > b) {
      count -= 1;
    }
    if (a < b) {
      count += 2;
    }
    return count;
  }

  static int countsDown(int a, int b) {
    int left = 100;
    for (int i = 0; i < 5; i++) {
      if (a != b + i) {
        left--;
      }
      if (a % 3 == 0.0) {
        left++;
      } else {
        left--;
      }
    }
    return left;
  }

  /** Several branches that change the same variable follow one another directly. */
  static int chained(int n) {
    int count = n % 3;
    if (n * 0.5 < 1) {
      count++;
    }
    if (n * 0.25 < 1) {
      count++;
    }
    if (count < 0) {
      count = 0;
    }
    if (n == 7) {
      count++;
    }
    return count;
  }

  /**
   * The two arms of the last branch join at a block that can also be reached without passing that
   * branch.
   */
  static int joined(int a, int b, int[] numbers) {
    int most = 0;
    for (int number : numbers) {
      if (number == a) {
        continue;
      }
      if (number * 0.5 > most) {
        most++;
      }
      if (number > b) {
        most = number;
      }
    }
    return most;
  }

  /** The variable {@code count} is out of scope where the two arms of the branch meet. */
  static int scoped(int a, int b) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
      int count = a + i;
      sum += count;
      if (b * 0.5 < sum) {
        count++;
      }
    }
    return sum;
  }

  static int caught(int a, int b) {
    int count = 0;
    try {
      if (a * 0.5 < b) {
        count++;
      }
      count += a / (b - 2);
      if (count < 3) {
        count = b;
      }
      count += NUMBERS[b];
    } catch (ArithmeticException | ArrayIndexOutOfBoundsException e) {
      if (count > a) {
        count++;
      }
    }
    return count;
  }

  private int counting(int n) {
    int inside = 0;
    for (int i = 0; i < 20; i++) {
      double x = (n + i * 0.37) % 1;
      if (x * x <= 0.5) {
        inside++;
      }
      synchronized (this) {
        if (x > 0.25) {
          inside++;
        }
        counted += i < inside ? i : inside;
      }
    }
    return inside;
  }

  private static long inALoop(int[] numbers) {
    long sum = 0;
    int most = Integer.MIN_VALUE;
    for (int round = 0; round < 9; round++) {
      for (int number : numbers) {
        int turned = number * (round + 3);
        if (turned > most) {
          most = turned;
        }
        long wide = turned;
        if (turned <= 0) {
          wide = -wide;
        }
        sum += wide;
      }
    }
    return sum + most;
  }
}
