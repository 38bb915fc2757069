package org.kpathjvm.workloads.spec.scimark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.StandInFailure;

class FourierTransformTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8, 64, 256})
  void agreesWithTheDefinition(int points) {
    double[] data = new LaggedFibonacci(points).nextDoubles(2 * points);
    double[] expected = byDefinition(data);
    FourierTransform.transform(data);
    assertArrayEquals(expected, data, 1e-10);
  }

  @Test
  void theInverseRestoresTheInput() {
    double[] data = new LaggedFibonacci(1).nextDoubles(2 * 4096);
    double[] original = data.clone();
    FourierTransform.transform(data);
    FourierTransform.invert(data);
    assertArrayEquals(original, data, 1e-12);
  }

  @Test
  void theNumberOfPointsMustBeAPowerOfTwo() {
    Inputs inputs =
        new Inputs(Map.of(), Map.of("points", "24", "repetitions", "1"), () -> Path.of("unused"));
    assertThrows(StandInFailure.class, () -> new FourierTransform().prepare(inputs));
  }

  private static double[] byDefinition(double[] data) {
    int points = data.length / 2;
    double[] result = new double[data.length];
    for (int j = 0; j < points; j++) {
      for (int k = 0; k < points; k++) {
        double angle = -2 * Math.PI * j * k / points;
        double cosine = Math.cos(angle);
        double sine = Math.sin(angle);
        result[2 * j] += data[2 * k] * cosine - data[2 * k + 1] * sine;
        result[2 * j + 1] += data[2 * k] * sine + data[2 * k + 1] * cosine;
      }
    }
    return result;
  }
}
