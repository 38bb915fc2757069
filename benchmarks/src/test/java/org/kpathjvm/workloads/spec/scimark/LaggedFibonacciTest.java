package org.kpathjvm.workloads.spec.scimark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LaggedFibonacciTest {
  @Test
  void followsItsRecurrence() {
    double[] x = new LaggedFibonacci(7).nextDoubles(1000);
    for (int n = 17; n < x.length; n++) {
      double difference = x[n - 17] - x[n - 5];
      assertEquals(difference < 0 ? difference + 1 : difference, x[n], 1e-12);
    }
  }

  @Test
  void isEvenlySpread() {
    int[] tenths = new int[10];
    for (double x : new LaggedFibonacci(113).nextDoubles(100_000)) {
      assertTrue(x >= 0 && x < 1);
      tenths[(int) (10 * x)]++;
    }
    for (int tenth : tenths) {
      assertEquals(10_000, tenth, 500);
    }
  }

  @Test
  void theSeedDeterminesTheNumbers() {
    assertArrayEquals(
        new LaggedFibonacci(1).nextDoubles(50), new LaggedFibonacci(1).nextDoubles(50));
    assertTrue(new LaggedFibonacci(1).nextDouble() != new LaggedFibonacci(2).nextDouble());
  }

  @Test
  void approximatesPi() {
    assertEquals(Math.PI, MonteCarlo.approximatePi(1_000_000, new LaggedFibonacci(113)), 0.01);
  }
}
