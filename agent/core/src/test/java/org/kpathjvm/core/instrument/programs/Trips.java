package org.kpathjvm.core.instrument.programs;

/**
 * Loops, some of them nested. In each innermost loop, all trips take the same way. Most loops run
 * both with few trips, whose paths fit into a word of 64 bits, and with so many trips that their
 * paths don't fit.
 */
public final class Trips {
  private static int statics;
  private int field;

  private Trips(int n) {
    for (int i = 0; i < n; i++) {
      field += i;
    }
  }

  public static String run() {
    StringBuilder out = new StringBuilder();
    int[] counts = {0, 1, 2, 3, 7, 8, 9, 14, 15, 16, 17, 30, 31, 32, 33, 63, 64, 65, 200};
    for (int n : counts) {
      out.append(sum(n)).append(' ').append(atTheEnd(n)).append(' ').append(fromTheStart(n));
      out.append(' ').append(behindBranches(n)).append(' ').append(inARow(n));
      out.append(' ').append(leftInside(n, n / 2)).append(' ').append(leftInside(n, n + 1));
      out.append(' ').append(nested(n % 20)).append(' ').append(toTheOuterHeader(n % 20));
      out.append(' ').append(caught(n, 32)).append(' ').append(caughtByOne(n));
      out.append(' ').append(escapes(n)).append(' ').append(caughtAround(n % 20));
      out.append(' ').append(new Trips(n).ofField(n)).append(' ').append(text("abcdef" + n));
      out.append(' ').append(switched(n)).append(' ').append(finallyLeft(n)).append('\n');
    }
    return out.toString();
  }

  static int sum(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      sum += i;
    }
    return sum;
  }

  static int atTheEnd(int n) {
    int i = 0;
    do {
      i += 2;
    } while (i < n);
    return i;
  }

  static int fromTheStart(int n) {
    while (n % 37 != 36) {
      n++;
    }
    return n;
  }

  /**
   * The path of the first trip begins before the loop. The path's number depends on the branches
   * before the loop.
   */
  static int behindBranches(int n) {
    int sum = n % 2 == 0 ? 5 : n % 3 == 0 ? 7 : 9;
    if (n % 5 == 0) {
      sum++;
    }
    while (sum < n * 3) {
      sum += 2;
    }
    return sum;
  }

  /** The exit of one loop is the entry of the next loop. */
  static int inARow(int n) {
    int i = 0;
    while (i < n) {
      i += 2;
    }
    while (i > 3) {
      i--;
    }
    for (int j = 0; j < n; j++) {
      i ^= j;
    }
    return i;
  }

  static int leftInside(int n, int at) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      sum += i;
      if (i == at) {
        return -sum;
      }
      if (sum > 1500) {
        break;
      }
    }
    return sum;
  }

  static int nested(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        sum += j;
      }
      if (i % 3 == 1) {
        sum -= 4;
      }
      for (int j = n; j > i; j--) {
        sum ^= j;
      }
    }
    return sum;
  }

  static int toTheOuterHeader(int n) {
    int sum = n;
    while (sum < 100) {
      sum++;
      int i = sum % 9;
      while (i > 0) {
        i--;
        sum++;
      }
    }
    return sum;
  }

  static int caught(int n, int length) {
    int[] values = new int[length];
    int sum = 0;
    try {
      for (int i = 0; i < n; i++) {
        sum += values[i] + i;
      }
    } catch (ArrayIndexOutOfBoundsException e) {
      sum = -sum;
    }
    return sum;
  }

  /** One handler catches the exceptions of both loops in the try block. */
  static int caughtByOne(int n) {
    int[] values = new int[20];
    int sum = 0;
    try {
      for (int i = 0; i < n / 2; i++) {
        values[i] = i;
      }
      for (int i = 0; i < n; i += 2) {
        sum += values[i];
      }
    } catch (ArrayIndexOutOfBoundsException e) {
      for (int i = 0; i < n; i++) {
        sum -= i;
      }
    }
    return sum;
  }

  static int escapes(int n) {
    try {
      return escaping(n, new int[40]);
    } catch (ArrayIndexOutOfBoundsException e) {
      return -1;
    }
  }

  static int escaping(int n, int[] values) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      sum += values[i];
    }
    return sum + 1;
  }

  /** After an exception, the outer loop goes on with its next iteration. */
  static int caughtAround(int n) {
    int[] values = new int[8];
    int sum = 0;
    for (int i = 0; i < n; i++) {
      try {
        for (int j = 0; j < i; j++) {
          sum += values[j] + 1;
        }
      } catch (ArrayIndexOutOfBoundsException e) {
        sum--;
      }
    }
    return sum;
  }

  int ofField(int n) {
    for (int i = 0; i < n; i++) {
      field += i;
      statics += field;
    }
    return field;
  }

  static double text(String text) {
    double sum = 0;
    for (int i = 0; i < text.length(); i++) {
      sum += Math.sqrt(text.charAt(i));
    }
    return sum;
  }

  static int switched(int n) {
    int i = 0;
    for (; ; ) {
      switch (i) {
        case 35:
          return -i;
        case 65:
          return i;
        default:
          if (i >= n) {
            return n;
          }
          i++;
      }
    }
  }

  static int finallyLeft(int n) {
    int sum = 0;
    try {
      while (sum < n) {
        sum += 3;
      }
    } finally {
      while (sum % 7 != 0) {
        sum--;
      }
    }
    return sum;
  }
}
