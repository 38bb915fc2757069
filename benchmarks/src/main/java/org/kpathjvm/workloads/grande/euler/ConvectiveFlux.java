package org.kpathjvm.workloads.grande.euler;

/**
 * Computes what the flow and the pressure carry through the faces, from the mean of the two cells
 * at each face. This is a central scheme of second order (Jameson, Schmidt and Turkel, AIAA paper
 * 81-1259).
 */
final class ConvectiveFlux {
  private final GasState flux = new GasState();

  /**
   * Sets {@code rates} to each cell's rate of change times its area: what enters the cell minus
   * what leaves it.
   */
  void rates(FlowField field, GasState[][] rates) {
    for (GasState[] column : rates) {
      for (GasState rate : column) {
        rate.set(0, 0, 0, 0);
      }
    }
    alongStream(field, rates);
    acrossStream(field, rates);
  }

  private void alongStream(FlowField field, GasState[][] rates) {
    ChannelMesh mesh = field.mesh;
    for (int i = 0; i <= mesh.columns; i++) {
      for (int j = 0; j < mesh.rows; j++) {
        through(
            field.cell(i - 1, j),
            field.cell(i, j),
            0.5 * (field.pressure(i - 1, j) + field.pressure(i, j)),
            mesh.streamNormalX[i][j],
            mesh.streamNormalY[i][j]);
        if (i > 0) {
          rates[i - 1][j].subtract(flux);
        }
        if (i < mesh.columns) {
          rates[i][j].add(flux);
        }
      }
    }
  }

  private void acrossStream(FlowField field, GasState[][] rates) {
    ChannelMesh mesh = field.mesh;
    for (int i = 0; i < mesh.columns; i++) {
      for (int j = 0; j <= mesh.rows; j++) {
        through(
            field.cell(i, j - 1),
            field.cell(i, j),
            0.5 * (field.pressure(i, j - 1) + field.pressure(i, j)),
            mesh.crossNormalX[i][j],
            mesh.crossNormalY[i][j]);
        if (j > 0) {
          rates[i][j - 1].subtract(flux);
        }
        if (j < mesh.rows) {
          rates[i][j].add(flux);
        }
      }
    }
  }

  private void through(
      GasState before, GasState behind, double pressure, double normalX, double normalY) {
    double mass = 0.5 * (before.mass + behind.mass);
    double momentumX = 0.5 * (before.momentumX + behind.momentumX);
    double momentumY = 0.5 * (before.momentumY + behind.momentumY);
    double energy = 0.5 * (before.energy + behind.energy);
    double volume = (momentumX * normalX + momentumY * normalY) / mass;
    flux.set(
        volume * mass,
        volume * momentumX + pressure * normalX,
        volume * momentumY + pressure * normalY,
        volume * (energy + pressure));
  }
}
