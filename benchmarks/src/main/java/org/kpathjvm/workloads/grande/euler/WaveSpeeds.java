package org.kpathjvm.workloads.grande.euler;

/** The speed of the fastest wave through each face, times the face's length. */
final class WaveSpeeds {
  /** Element [i][j] is for the face between the cells [i - 1][j] and [i][j]. */
  final double[][] stream;

  /** Element [i][j] is for the face between the cells [i][j - 1] and [i][j]. */
  final double[][] cross;

  WaveSpeeds(ChannelMesh mesh) {
    stream = new double[mesh.columns + 1][mesh.rows];
    cross = new double[mesh.columns][mesh.rows + 1];
  }

  void update(FlowField field) {
    ChannelMesh mesh = field.mesh;
    for (int i = 0; i <= mesh.columns; i++) {
      for (int j = 0; j < mesh.rows; j++) {
        double pressure = 0.5 * (field.pressure(i - 1, j) + field.pressure(i, j));
        double normalX = mesh.streamNormalX[i][j];
        double normalY = mesh.streamNormalY[i][j];
        stream[i][j] = speed(field.cell(i - 1, j), field.cell(i, j), pressure, normalX, normalY);
      }
    }
    for (int i = 0; i < mesh.columns; i++) {
      for (int j = 0; j <= mesh.rows; j++) {
        double pressure = 0.5 * (field.pressure(i, j - 1) + field.pressure(i, j));
        double normalX = mesh.crossNormalX[i][j];
        double normalY = mesh.crossNormalY[i][j];
        cross[i][j] = speed(field.cell(i, j - 1), field.cell(i, j), pressure, normalX, normalY);
      }
    }
  }

  /** Returns the mean value of the cell's stream faces plus the mean value of its cross faces. */
  double ofCell(int i, int j) {
    return 0.5 * (stream[i][j] + stream[i + 1][j] + cross[i][j] + cross[i][j + 1]);
  }

  private static double speed(
      GasState before, GasState behind, double pressure, double normalX, double normalY) {
    double mass = 0.5 * (before.mass + behind.mass);
    double momentumX = 0.5 * (before.momentumX + behind.momentumX);
    double momentumY = 0.5 * (before.momentumY + behind.momentumY);
    double volume = (momentumX * normalX + momentumY * normalY) / mass;
    double length2 = normalX * normalX + normalY * normalY;
    return Math.abs(volume) + Math.sqrt(GasState.GAMMA * pressure / mass * length2);
  }
}
