package org.kpathjvm.workloads.spec.scimark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class LinearAlgebraTest {
  private static final int ORDER = 40;

  @Test
  void lowerTimesUpperIsTheRowPermutedMatrix() {
    double[][] matrix = random(ORDER);
    double[][] factors = copy(matrix);
    int[] pivots = LuFactorization.factor(factors);
    double[][] exchanged = copy(matrix);
    for (int column = 0; column < ORDER; column++) {
      double[] kept = exchanged[column];
      exchanged[column] = exchanged[pivots[column]];
      exchanged[pivots[column]] = kept;
    }
    for (int i = 0; i < ORDER; i++) {
      for (int j = 0; j < ORDER; j++) {
        double sum = 0;
        for (int k = 0; k <= Math.min(i, j); k++) {
          sum += (k == i ? 1 : factors[i][k]) * factors[k][j];
        }
        assertEquals(exchanged[i][j], sum, 1e-12);
      }
    }
  }

  @Test
  void multipliersAreAtMostOne() {
    double[][] factors = random(ORDER);
    LuFactorization.factor(factors);
    for (int i = 0; i < ORDER; i++) {
      for (int j = 0; j < i; j++) {
        assertTrue(Math.abs(factors[i][j]) <= 1);
      }
    }
  }

  @Test
  void singularMatricesAreRefused() {
    assertThrows(
        ArithmeticException.class, () -> LuFactorization.factor(new double[][] {{1, 2}, {2, 4}}));
  }

  @Test
  void aSweepFollowsItsFormula() {
    double[][] grid = random(7);
    double[][] expected = copy(grid);
    for (int sweep = 0; sweep < 3; sweep++) {
      for (int i = 1; i < 6; i++) {
        for (int j = 1; j < 6; j++) {
          double sum =
              expected[i - 1][j] + expected[i + 1][j] + expected[i][j - 1] + expected[i][j + 1];
          expected[i][j] = 1.25 * sum / 4 + (1 - 1.25) * expected[i][j];
        }
      }
    }
    SuccessiveOverRelaxation.relax(grid, 1.25, 3);
    for (int i = 0; i < 7; i++) {
      assertArrayEquals(expected[i], grid[i], 1e-14);
    }
  }

  @Test
  void relaxationConvergesToTheHarmonicFunction() {
    int side = 12;
    double[][] grid = new double[side][side];
    for (int i = 0; i < side; i++) {
      for (int j = 0; j < side; j++) {
        boolean onEdge = i == 0 || j == 0 || i == side - 1 || j == side - 1;
        grid[i][j] = onEdge ? i * i - j * j : 0;
      }
    }
    SuccessiveOverRelaxation.relax(grid, 1.25, 500);
    for (int i = 0; i < side; i++) {
      for (int j = 0; j < side; j++) {
        assertEquals(i * i - j * j, grid[i][j], 1e-9);
      }
    }
  }

  @Test
  void sparseAndDenseProductsAreEqual() {
    int perRow = 3;
    int[] columns = SparseMultiplication.columns(ORDER, perRow);
    double[] values = new LaggedFibonacci(5).nextDoubles(ORDER * perRow);
    double[] vector = new LaggedFibonacci(6).nextDoubles(ORDER);
    int[] starts = new int[ORDER + 1];
    double[][] dense = new double[ORDER][ORDER];
    for (int row = 0; row < ORDER; row++) {
      for (int i = row * perRow; i < (row + 1) * perRow; i++) {
        dense[row][columns[i]] += values[i];
      }
      starts[row + 1] = (row + 1) * perRow;
    }
    double[] product = new double[ORDER];
    SparseMultiplication.multiply(product, values, columns, starts, vector, 2);
    for (int row = 0; row < ORDER; row++) {
      double expected = 0;
      for (int column = 0; column < ORDER; column++) {
        expected += dense[row][column] * vector[column];
      }
      assertEquals(expected, product[row], 1e-12);
    }
    assertEquals(ORDER * perRow, Arrays.stream(dense).mapToInt(LinearAlgebraTest::nonzeros).sum());
  }

  private static int nonzeros(double[] row) {
    return (int) Arrays.stream(row).filter(value -> value != 0).count();
  }

  private static double[][] random(int order) {
    LaggedFibonacci random = new LaggedFibonacci(11);
    double[][] matrix = new double[order][];
    Arrays.setAll(matrix, row -> random.nextDoubles(order));
    return matrix;
  }

  private static double[][] copy(double[][] matrix) {
    return Arrays.stream(matrix).map(double[]::clone).toArray(double[][]::new);
  }
}
