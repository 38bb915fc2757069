/** Synchronized blocks, whose release handler covers itself, and synchronized methods, in loops. */
// expect: locked entries=1 handlers=1 back_edges=2 complete=3 abandoned=1 total2=1
// expect: guarded entries=4 handlers=0 complete=3 abandoned=1
public class Monitors {
  private static final Object LOCK = new Object();

  static int locked(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      synchronized (LOCK) {
        sum += 10 / (i - 2);
      }
    }
    return sum;
  }

  static synchronized int guarded(int i) {
    return 10 / (i - 2);
  }

  static int twice(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      synchronized (LOCK) {
        synchronized (Monitors.class) {
          if (i % 3 == 0) {
            continue;
          }
          if (sum > 20) {
            return sum;
          }
          sum += i;
        }
      }
    }
    return -sum;
  }

  public static void main(String[] args) {
    int caught = 0;
    try {
      locked(5);
    } catch (ArithmeticException e) {
      caught++;
    }
    for (int i = 0; i < 4; i++) {
      try {
        caught += guarded(i);
      } catch (ArithmeticException e) {
        caught += 100;
      }
    }
    System.out.println(caught + " " + twice(5) + " " + twice(20));
  }
}
