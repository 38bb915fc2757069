package org.kpathjvm.workloads.grande.euler;

/**
 * The artificial dissipation of Jameson, Schmidt and Turkel (AIAA paper 81-1259). Where the
 * pressure bends, as in a shock, it uses second differences. Elsewhere, fourth differences damp the
 * central scheme's oscillations between neighbours. For the energy, differences of the enthalpy are
 * taken, so that the total enthalpy of a steady flow is the same everywhere.
 */
final class JamesonDissipation {
  private static final double SECOND = 0.5;
  private static final double FOURTH = 1.0 / 32;

  private final GasState flux = new GasState();

  /** Sets {@code rates} to each cell's rate of change times the cell's area. */
  void rates(FlowField field, WaveSpeeds speeds, GasState[][] rates) {
    for (GasState[] column : rates) {
      for (GasState rate : column) {
        rate.set(0, 0, 0, 0);
      }
    }
    alongStream(field, speeds, rates);
    acrossStream(field, speeds, rates);
  }

  private void alongStream(FlowField field, WaveSpeeds speeds, GasState[][] rates) {
    ChannelMesh mesh = field.mesh;
    for (int i = 0; i <= mesh.columns; i++) {
      for (int j = 0; j < mesh.rows; j++) {
        through(field, i - 1, j, 1, 0, speeds.stream[i][j]);
        if (i > 0) {
          rates[i - 1][j].add(flux);
        }
        if (i < mesh.columns) {
          rates[i][j].subtract(flux);
        }
      }
    }
  }

  private void acrossStream(FlowField field, WaveSpeeds speeds, GasState[][] rates) {
    ChannelMesh mesh = field.mesh;
    for (int i = 0; i < mesh.columns; i++) {
      for (int j = 0; j <= mesh.rows; j++) {
        through(field, i, j - 1, 0, 1, speeds.cross[i][j]);
        if (j > 0) {
          rates[i][j - 1].add(flux);
        }
        if (j < mesh.rows) {
          rates[i][j].subtract(flux);
        }
      }
    }
  }

  /** Sets {@code flux} to what the cell [i + stepX][j + stepY] gives to the cell [i][j]. */
  private void through(FlowField field, int i, int j, int stepX, int stepY, double speed) {
    double pressure0 = field.pressure(i - stepX, j - stepY);
    double pressure1 = field.pressure(i, j);
    double pressure2 = field.pressure(i + stepX, j + stepY);
    double pressure3 = field.pressure(i + 2 * stepX, j + 2 * stepY);
    double bend = bend(pressure0, pressure1, pressure2);
    double bendBehind = bend(pressure1, pressure2, pressure3);
    if (bendBehind > bend) {
      bend = bendBehind;
    }
    double second = SECOND * bend;
    double fourth = 0;
    if (second < FOURTH) {
      fourth = FOURTH - second;
    }
    GasState state0 = field.cell(i - stepX, j - stepY);
    GasState state1 = field.cell(i, j);
    GasState state2 = field.cell(i + stepX, j + stepY);
    GasState state3 = field.cell(i + 2 * stepX, j + 2 * stepY);
    second *= speed;
    fourth *= speed;
    flux.set(
        blend(second, fourth, state0.mass, state1.mass, state2.mass, state3.mass),
        blend(
            second, fourth, state0.momentumX, state1.momentumX, state2.momentumX, state3.momentumX),
        blend(
            second, fourth, state0.momentumY, state1.momentumY, state2.momentumY, state3.momentumY),
        blend(
            second,
            fourth,
            state0.energy + pressure0,
            state1.energy + pressure1,
            state2.energy + pressure2,
            state3.energy + pressure3));
  }

  /** Returns the pressure's absolute second difference, relative to the pressures' weighted sum. */
  private static double bend(double before, double here, double behind) {
    return Math.abs(behind - 2 * here + before) / (behind + 2 * here + before);
  }

  /**
   * Returns the flux through a face: {@code second} times the first difference across the face,
   * minus {@code fourth} times the third difference. So the fluxes through a cell's opposite faces
   * differ by second and fourth differences.
   */
  private static double blend(
      double second, double fourth, double v0, double v1, double v2, double v3) {
    double first = v2 - v1;
    return second * first - fourth * (v3 - v0 - 3 * first);
  }
}
