package org.kpathjvm.core.instrument.programs;

import java.util.ArrayList;
import java.util.List;

/**
 * Loops in which a handler leads back to the header. In most of these loops, the header returns or
 * throws, so that only the handler leads back to it.
 */
public final class Retries {
  private static int attempts;

  private Retries() {}

  public static String run() {
    List<Object> out = new ArrayList<>();
    for (int n = 0; n < 7; n++) {
      attempts = 0;
      out.add(returned(n));
      attempts = 0;
      out.add(atEntry(n));
      out.add(thrown(n));
      out.add(withBranches(n));
      out.add(within(n));
      out.add(around(n));
      try {
        attempts = 0;
        out.add(givesUp(n));
      } catch (IllegalStateException e) {
        out.add(attempts);
      }
    }
    return out.toString();
  }

  static int attempt(int n) {
    if (++attempts < n) {
      throw new IllegalStateException();
    }
    return attempts;
  }

  /** The header returns the result of its call. */
  static int returned(int n) {
    int failures = n - n;
    while (true) {
      try {
        return attempt(n) + failures;
      } catch (IllegalStateException e) {
        failures++;
      }
    }
  }

  static int atEntry(int n) {
    while (true) {
      try {
        return attempt(n);
      } catch (IllegalStateException e) {
        attempts++;
      }
    }
  }

  static RuntimeException failure(int n) {
    return n % 3 == 0 ? new IllegalStateException() : new IllegalArgumentException();
  }

  /** The header throws, and a handler of the method catches the exception. */
  static int thrown(int n) {
    int left = n;
    while (true) {
      try {
        throw failure(left);
      } catch (RuntimeException e) {
        if (--left < 0) {
          return n;
        }
      }
    }
  }

  /** Several paths lead back to the header. */
  static int withBranches(int n) {
    attempts = 0;
    int sum = 0;
    while (true) {
      try {
        return attempt(n) + sum;
      } catch (IllegalStateException e) {
        if (attempts % 2 == 0) {
          sum++;
        }
        if (attempts % 3 == 0) {
          sum += 10;
        }
      }
    }
  }

  /**
   * The loop calls a method with another loop, in which some iterations end with an exception and
   * some don't.
   */
  static int within(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      sum += retriedTwice(i);
    }
    return sum;
  }

  static int retriedTwice(int n) {
    attempts = n % 2;
    int sum = 0;
    for (int round = 0; ; round++) {
      try {
        attempt(2);
      } catch (IllegalStateException e) {
        sum++;
        continue;
      }
      if (round > n) {
        return sum;
      }
      attempts = round % 2;
    }
  }

  static int around(int n) {
    attempts = 0;
    int sum = 0;
    while (true) {
      try {
        return attempt(n) + sum;
      } catch (IllegalStateException e) {
        for (int i = 0; i < attempts; i++) {
          sum += i;
        }
      }
    }
  }

  static int givesUp(int n) {
    while (true) {
      try {
        return attempt(n);
      } catch (IllegalStateException e) {
        if (attempts > 3) {
          throw e;
        }
      }
    }
  }
}
