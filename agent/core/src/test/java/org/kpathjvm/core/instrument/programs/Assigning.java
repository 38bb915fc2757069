package org.kpathjvm.core.instrument.programs;

import java.util.Iterator;

/** Loops with tests of local variables, which the loops assign or don't assign. */
public class Assigning {
  private boolean flag;

  int neverAssigned(int n, boolean keep) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      if (keep) {
        sum += 2;
      }
    }
    return sum;
  }

  int assigned(int n) {
    boolean found = false;
    int sum = 0;
    for (int i = 0; i < n; i++) {
      if (found) {
        sum += 2;
      }
      found = sum > 5;
    }
    return sum;
  }

  int assignedInInnerLoop(int n, double limit) {
    int sum = 0;
    while (sum < n) {
      if (limit < 2.5) {
        sum++;
      }
      do {
        limit += sum;
      } while (sum++ < n);
    }
    return sum;
  }

  int counted(int n, int shared) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      switch (sum + shared) {
        case 1:
          sum += 2;
          break;
        default:
          sum += 3;
      }
    }
    return sum;
  }

  int strings(int n, String mode) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      switch (mode) {
        case "double":
          sum += 2;
          break;
        case "single":
          sum++;
          break;
        default:
          sum += 3;
      }
    }
    return sum;
  }

  int fields(Iterator<String> some) {
    int sum = 0;
    while (some.hasNext()) {
      if (flag) {
        sum += some.next().length();
      }
    }
    return sum;
  }

  int assignedBehind(int n, boolean keep) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      sum += keep ? 2 : 1;
    }
    keep = sum > 7;
    return keep ? sum : 0;
  }
}
