package org.kpathjvm.core.instrument.programs;

/** Loops of many shapes, as javac generates them. */
public final class Loops {
  private Loops() {}

  public static String run() {
    StringBuilder out = new StringBuilder();
    for (int n = 0; n < 6; n++) {
      out.append(nested(n))
          .append(' ')
          .append(labelled(n))
          .append(' ')
          .append(oneBlock(n))
          .append(' ');
      out.append(fromTheStart(n))
          .append(' ')
          .append(endless(n))
          .append(' ')
          .append(longs(n, 1L << n))
          .append(' ');
      out.append(branchy(n * 7 + 3))
          .append(' ')
          .append(recursive(n))
          .append(' ')
          .append(straight(n))
          .append(' ');
    }
    out.append(neverTaken(0));
    return out.toString();
  }

  static int nested(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i; j < n; j++) {
        if ((i ^ j) % 3 == 0) {
          sum += i * j;
        } else if (j > 3) {
          continue;
        }
        for (int k = 0; k < j; k++) {
          sum ^= k;
        }
      }
    }
    return sum;
  }

  static int labelled(int n) {
    int sum = 0;
    outer:
    for (int i = 0; i < 10; i++) {
      for (int j = 0; j < 10; j++) {
        if (j == n) {
          continue outer;
        }
        if (i * j > n * 5) {
          break outer;
        }
        sum += i - j;
      }
    }
    return sum;
  }

  static int oneBlock(int n) {
    int i = 0;
    do {
      i += 2;
    } while (i < n);
    return i;
  }

  /** Offset 0 is the loop's header. */
  static int fromTheStart(int n) {
    while (n % 5 != 4) {
      n++;
    }
    return n;
  }

  static int endless(int n) {
    for (; ; ) {
      if (n > 20) {
        return n;
      }
      n = n * 2 + 1;
    }
  }

  static double longs(int n, long seed) {
    long a = seed;
    double d = 0.5;
    for (long i = 0; i < n; i++) {
      double half = d / 2;
      long twice = a * 2 + i;
      d = half > 0.1 ? half + twice : d - 1;
      a = twice > 40 ? -a : twice;
    }
    return d + a;
  }

  static int branchy(int n) {
    int r = n;
    while (r > 1) {
      r = (r & 1) == 0 ? r / 2 : r > 30 && r % 3 == 0 ? r / 3 : r < 7 || r % 5 == 0 ? r - 1 : r - 2;
    }
    return r;
  }

  static int recursive(int n) {
    int sum = n;
    for (int i = 0; i < n; i++) {
      sum += i % 2 == 0 ? recursive(i) : 1;
    }
    return sum;
  }

  static int straight(int n) {
    return n > 2 ? n > 4 ? 1 : 2 : n == 1 ? 3 : 4;
  }

  static int neverTaken(int n) {
    if (n != 0) {
      for (; ; ) {}
    }
    return 1;
  }
}
