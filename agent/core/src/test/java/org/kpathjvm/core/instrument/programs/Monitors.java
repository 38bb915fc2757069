package org.kpathjvm.core.instrument.programs;

/** Synchronized blocks and methods, with loops and exceptions in them. */
public final class Monitors {
  private final Object lock = new Object();
  private int total;

  private Monitors() {}

  public static String run() {
    Monitors monitors = new Monitors();
    StringBuilder out = new StringBuilder();
    for (int n = 0; n < 6; n++) {
      out.append(monitors.loopInside(n)).append(' ').append(monitors.doWhileInside(n)).append(' ');
      out.append(monitors.blockInLoop(n))
          .append(' ')
          .append(monitors.synchronizedMethod(n))
          .append(' ');
      out.append(monitors.nested(n))
          .append(' ')
          .append(Thread.holdsLock(monitors.lock))
          .append(' ');
      try {
        out.append(monitors.leaving(n)).append(' ');
      } catch (IllegalStateException e) {
        out.append("left ").append(Thread.holdsLock(monitors.lock)).append(' ');
      }
    }
    return out.toString();
  }

  int loopInside(int n) {
    int sum = 0;
    synchronized (lock) {
      for (int i = 0; i < n; i++) {
        sum += (i & 1) == 0 ? i : 2;
      }
    }
    return sum;
  }

  int doWhileInside(int n) {
    synchronized (lock) {
      do {
        total += n % 3 == 0 ? n : 1;
      } while (--n > 0);
    }
    return total;
  }

  int blockInLoop(int n) {
    int sum = 0;
    for (int i = 0; i < 5; i++) {
      synchronized (this) {
        try {
          if (i == n) {
            throw new IllegalStateException();
          }
          if (i == n + 2) {
            break;
          }
          sum += i;
        } catch (IllegalStateException e) {
          sum++;
          continue;
        }
      }
    }
    return sum;
  }

  synchronized int synchronizedMethod(int n) {
    while (n < 10) {
      n += 3;
    }
    return n;
  }

  int nested(int n) {
    synchronized (lock) {
      int sum = 0;
      while (sum < n * 4) {
        synchronized (this) {
          if (sum == 4) {
            return sum;
          }
          sum += 2;
        }
      }
      return -sum;
    }
  }

  int leaving(int n) {
    synchronized (lock) {
      for (int i = 0; ; i++) {
        if (i == 3) {
          throw new IllegalStateException();
        }
        if (i > n) {
          return i;
        }
      }
    }
  }
}
