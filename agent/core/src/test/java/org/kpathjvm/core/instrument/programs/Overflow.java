package org.kpathjvm.core.instrument.programs;

/**
 * A program whose method calls itself until the stack overflows. Each call is made in a try
 * statement, while a monitor is held.
 */
public final class Overflow {
  private final Object lock = new Object();
  private int depth;

  private Overflow() {}

  public static String run() {
    Overflow overflow = new Overflow();
    for (int i = 0; i < 20; i++) {
      try {
        overflow.descend(i);
        return "no overflow";
      } catch (StackOverflowError e) {
        if (overflow.depth < 100 || Thread.holdsLock(overflow.lock)) {
          return "wrong: " + overflow.depth;
        }
      }
    }
    return "overflows";
  }

  private int descend(int n) {
    int sum = n;
    synchronized (lock) {
      depth++;
      for (int i = 0; i < 2; i++) {
        try {
          sum += descend(n + i);
        } catch (IllegalStateException e) {
          sum++;
        } finally {
          sum += 2;
        }
      }
    }
    return sum;
  }
}
