package org.kpathjvm.workloads.grande;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeriesTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void coefficientsAreTheIntegrals(int n) {
    // Simpson's rule is far more precise than the trapezoidal rule that Series uses.
    double cosine = simpson(x -> Math.pow(x + 1, x) * Math.cos(Math.PI * n * x));
    double sine = simpson(x -> Math.pow(x + 1, x) * Math.sin(Math.PI * n * x));
    assertEquals(cosine, Series.cosineCoefficient(n), 1e-4);
    assertEquals(sine, Series.sineCoefficient(n), 1e-4);
  }

  private static double simpson(DoubleUnaryOperator function) {
    int pairs = 20_000;
    double width = 1.0 / pairs;
    double sum = 0;
    for (int i = 0; i < pairs; i++) {
      double x = 2 * i * width;
      sum +=
          function.applyAsDouble(x)
              + 4 * function.applyAsDouble(x + width)
              + function.applyAsDouble(x + 2 * width);
    }
    return sum * width / 3;
  }
}
