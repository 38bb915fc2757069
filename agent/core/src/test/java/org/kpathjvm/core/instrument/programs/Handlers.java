package org.kpathjvm.core.instrument.programs;

import java.util.ArrayList;
import java.util.List;

/** Exceptions that are caught, rethrown and passed on, inside and outside of loops. */
public final class Handlers {
  private Handlers() {}

  public static String run() {
    List<Object> out = new ArrayList<>();
    for (int n = -1; n < 7; n++) {
      out.add(inLoop(n));
      out.add(finallyInLoop(n));
      out.add(ownThrow(n));
      out.add(nested(n));
      out.add(around(n));
      out.add(resources(n));
      out.add(handlerWithLoop(n));
      out.add(faulting(new int[] {3, 1, 0}, n));
    }
    return out.toString();
  }

  static int inLoop(int n) {
    int sum = 0;
    for (int i = 0; i < 8; i++) {
      try {
        sum += thrower(i, n);
      } catch (IllegalStateException e) {
        sum += 100;
      } catch (RuntimeException e) {
        sum += 1000;
        continue;
      }
      sum++;
    }
    return sum;
  }

  static int thrower(int i, int n) {
    if (i == n) {
      throw new IllegalStateException();
    }
    if (i == n + 2) {
      throw new IllegalArgumentException();
    }
    return i;
  }

  static int finallyInLoop(int n) {
    int sum = 0;
    for (int i = 0; i < 5; i++) {
      try {
        if (i == n) {
          break;
        }
        sum += thrower(i, n - 1);
        if (i == 3) {
          return sum;
        }
      } catch (IllegalStateException e) {
        sum = -sum;
      } finally {
        sum += 7;
      }
    }
    return sum;
  }

  static int ownThrow(int n) {
    int tries = 0;
    while (true) {
      try {
        if (++tries < n) {
          throw new Exception("again");
        }
        return tries;
      } catch (Exception e) {
        if (tries > 4) {
          return -1;
        }
      }
    }
  }

  static String nested(int n) {
    try {
      try {
        thrower(1, n);
        try {
          thrower(2, n);
        } finally {
          n += 1;
        }
      } catch (IllegalArgumentException e) {
        thrower(n, n);
      }
      return "none";
    } catch (IllegalStateException e) {
      return "state" + n;
    }
  }

  static int around(int n) {
    try {
      return passOn(n);
    } catch (RuntimeException e) {
      return -n;
    }
  }

  static int passOn(int n) {
    int sum = 0;
    for (int i = 0; i < 6; i++) {
      sum += thrower(i, n) + through(i, n);
    }
    return sum;
  }

  static int through(int i, int n) {
    if (i > 3) {
      return thrower(i, n + 1);
    }
    return i;
  }

  static String resources(int n) {
    StringBuilder log = new StringBuilder();
    try (AutoCloseable first = () -> log.append('a');
        AutoCloseable second = () -> thrower(0, n)) {
      log.append(first != second);
      thrower(1, n);
    } catch (Exception e) {
      log.append(e.getClass().getSimpleName()).append(e.getSuppressed().length);
    }
    return log.toString();
  }

  static int handlerWithLoop(int n) {
    int sum = 0;
    try {
      sum = thrower(n, 3);
    } catch (IllegalStateException e) {
      for (int i = 0; i < 4; i++) {
        sum += i;
      }
    }
    return sum;
  }

  static int faulting(int[] values, int index) {
    int sum = 0;
    try {
      for (int i = index; i < 10; i++) {
        sum += 6 / values[i];
      }
    } catch (ArithmeticException e) {
      return sum;
    } catch (ArrayIndexOutOfBoundsException e) {
      sum = -1;
    }
    return sum;
  }
}
