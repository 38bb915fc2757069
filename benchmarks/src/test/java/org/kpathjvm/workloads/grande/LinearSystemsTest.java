package org.kpathjvm.workloads.grande;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinearSystemsTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 50})
  void solutionsSatisfyTheEquations(int order) {
    Random random = new Random(order);
    double[][] columns = new double[order][];
    Arrays.setAll(columns, column -> random.doubles(order).toArray());
    double[] side = random.doubles(order).toArray();
    double[][] factors = Arrays.stream(columns).map(double[]::clone).toArray(double[][]::new);
    double[] solution = side.clone();
    Linpack.solve(factors, Linpack.factor(factors), solution);
    for (int row = 0; row < order; row++) {
      double sum = 0;
      for (int column = 0; column < order; column++) {
        sum += columns[column][row] * solution[column];
      }
      assertEquals(side[row], sum, 1e-9);
    }
  }

  @Test
  void singularMatricesAreRefused() {
    assertThrows(ArithmeticException.class, () -> Linpack.factor(new double[][] {{1, 2}, {2, 4}}));
  }

  @Test
  void sparseAndFullProductsAreEqual() {
    int[] rows = {2, 0, 2, 1, 2};
    int[] columns = {0, 1, 2, 1, 0};
    double[] values = {1, 2, 3, 4, 5};
    double[] sum = {10, 20, 30};
    Sparse.addProduct(sum, rows, columns, values, new double[] {7, 8, 9});
    assertArrayEquals(new double[] {10 + 2 * 8, 20 + 4 * 8, 30 + 6 * 7 + 3 * 9}, sum);
  }
}
