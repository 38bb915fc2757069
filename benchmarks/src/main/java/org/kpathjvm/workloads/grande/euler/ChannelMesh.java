package org.kpathjvm.workloads.grande.euler;

/**
 * A structured mesh of quadrilateral cells in a channel, with columns along the stream and rows
 * across it. A stream face is between two columns, and its normal points downstream. A cross face
 * is between two rows, and its normal points towards the upper wall. A normal is as long as its
 * face.
 */
final class ChannelMesh {
  /** Half of the channel's length. The channel's height is 1. */
  private static final double HALF_LENGTH = 2;

  /** Half of the bump's length. */
  private static final double HALF_BUMP = 0.5;

  /** The share of the spacing that is even. The rest moves the nodes towards the bump. */
  private static final double EVENNESS = 0.6;

  final int columns;
  final int rows;

  /** Element [i][j] is for the face between the cells [i - 1][j] and [i][j]. */
  final double[][] streamNormalX;

  final double[][] streamNormalY;

  /** Element [i][j] is for the face between the cells [i][j - 1] and [i][j]. */
  final double[][] crossNormalX;

  final double[][] crossNormalY;

  final double[][] areas;

  /** Makes a mesh from its nodes. In each direction, there is one more node than cells. */
  ChannelMesh(double[][] x, double[][] y) {
    columns = x.length - 1;
    rows = x[0].length - 1;
    streamNormalX = new double[columns + 1][rows];
    streamNormalY = new double[columns + 1][rows];
    crossNormalX = new double[columns][rows + 1];
    crossNormalY = new double[columns][rows + 1];
    areas = new double[columns][rows];
    for (int i = 0; i <= columns; i++) {
      for (int j = 0; j < rows; j++) {
        streamNormalX[i][j] = y[i][j + 1] - y[i][j];
        streamNormalY[i][j] = x[i][j] - x[i][j + 1];
      }
    }
    for (int i = 0; i < columns; i++) {
      for (int j = 0; j <= rows; j++) {
        crossNormalX[i][j] = y[i][j] - y[i + 1][j];
        crossNormalY[i][j] = x[i + 1][j] - x[i][j];
      }
    }
    for (int i = 0; i < columns; i++) {
      for (int j = 0; j < rows; j++) {
        areas[i][j] = area(x, y, i, j);
      }
    }
  }

  /**
   * Returns the mesh of a channel whose lower wall has a bump, a circular arc.
   *
   * @param cellsAcross the number of rows of cells; there are four times as many columns
   * @param height the height of the bump as a share of the channel's height; above 0 and at most
   *     0.5
   */
  static ChannelMesh withBump(int cellsAcross, double height) {
    int cellsAlong = 4 * cellsAcross;
    double[][] x = new double[cellsAlong + 1][cellsAcross + 1];
    double[][] y = new double[cellsAlong + 1][cellsAcross + 1];
    for (int i = 0; i <= cellsAlong; i++) {
      double s = (double) (2 * i - cellsAlong) / cellsAlong;
      double fromBump = HALF_LENGTH * s * (EVENNESS + (1 - EVENNESS) * s * s);
      double wall = arc(fromBump, height);
      for (int j = 0; j <= cellsAcross; j++) {
        double t = (double) j / cellsAcross;
        x[i][j] = HALF_LENGTH + fromBump;
        y[i][j] = wall + (1 - wall) * t * (EVENNESS + (1 - EVENNESS) * t);
      }
    }
    return new ChannelMesh(x, y);
  }

  /** Returns the arc's height at a distance from the arc's middle, measured along the channel. */
  private static double arc(double distance, double height) {
    if (Math.abs(distance) >= HALF_BUMP) {
      return 0;
    }
    double radius = (HALF_BUMP * HALF_BUMP + height * height) / (2 * height);
    return Math.sqrt(radius * radius - distance * distance) - (radius - height);
  }

  /** Returns half of the cross product of the diagonals. */
  private static double area(double[][] x, double[][] y, int i, int j) {
    double risingX = x[i + 1][j + 1] - x[i][j];
    double risingY = y[i + 1][j + 1] - y[i][j];
    double fallingX = x[i][j + 1] - x[i + 1][j];
    double fallingY = y[i][j + 1] - y[i + 1][j];
    return 0.5 * (risingX * fallingY - fallingX * risingY);
  }
}
