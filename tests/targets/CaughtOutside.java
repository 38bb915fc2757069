/**
 * Exceptions that leave a loop. They are caught by the same method after the loop, or several
 * frames away in a caller's loop. Finally blocks run on the way.
 */
// expect: outside entries=1 handlers=1 back_edges=5 complete=6 abandoned=1 distinct1=3 max1=4 total2=4
// expect: deep entries=15 handlers=15 complete=15 abandoned=15 distinct1=1 max1=15 total2=0
// expect: fail entries=3 complete=3 abandoned=0
// expect: caller entries=1 handlers=3 back_edges=3 complete=4 abandoned=3
// expect: leave entries=2 back_edges=9 complete=10 abandoned=1
public class CaughtOutside {
  static int cleanups;

  static int outside(int[] values) {
    int sum = 0;
    try {
      for (int i = 0; ; i++) {
        sum += values[i];
      }
    } catch (ArrayIndexOutOfBoundsException e) {
      sum = -sum;
    }
    return sum;
  }

  static void fail() {
    throw new IllegalStateException("three times");
  }

  static void deep(int n) {
    try {
      if (n == 0) {
        fail();
      }
      deep(n - 1);
    } finally {
      cleanups++;
    }
  }

  static int caller() {
    int caught = 0;
    for (int i = 0; i < 3; i++) {
      try {
        deep(4);
      } catch (IllegalStateException e) {
        caught++;
      }
    }
    return caught;
  }

  // The call with 4 has four paths that end in the loop, and one to the exit. The call with 6 has
  // five that end in the loop, and then the exception leaves the method.
  static int leave(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      sum += 100 / (5 - i);
    }
    return sum;
  }

  static int nested(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      try {
        for (int j = 0; j < n; j++) {
          try {
            sum += 60 / (i * j - 4);
            if (j > i) {
              continue;
            }
            if (sum % 7 == 3) {
              throw new IllegalStateException();
            }
          } finally {
            sum++;
            if (sum % 11 == 5) {
              break; // swallows the current exception
            }
          }
        }
      } catch (IllegalStateException e) {
        sum += 2;
      } catch (ArithmeticException e) {
        sum += 3;
      }
    }
    return sum;
  }

  public static void main(String[] args) {
    int left = leave(4);
    try {
      left += leave(6);
    } catch (ArithmeticException e) {
      left = -left;
    }
    System.out.println(outside(new int[] {3, 1, 4, 1, 5}) + " " + caller() + " " + cleanups);
    System.out.println(left + " " + nested(3) + " " + nested(8));
  }
}
