package org.kpathjvm.workloads.grande.euler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class ChannelFlowTest {
  private static final double BUMP_HEIGHT = 0.1;

  @Test
  void uniformFlowStaysUniformOnAnIrregularMesh() {
    ChannelFlow flow = new ChannelFlow(irregular(24, 8), 0.6);
    for (int step = 0; step < 30; step++) {
      assertTrue(flow.step() < 1e-12, "the rates of change are only rounding errors");
    }
    double[] undisturbed = GasState.undisturbed(0.6).toArray();
    for (int i = 0; i < 24; i++) {
      for (int j = 0; j < 8; j++) {
        assertArrayEquals(undisturbed, flow.field.cell(i, j).toArray(), 1e-12);
      }
    }
  }

  @Test
  void uniformSupersonicFlowStaysUniform() {
    ChannelFlow flow = new ChannelFlow(irregular(24, 8), 1.8);
    for (int step = 0; step < 30; step++) {
      assertTrue(flow.step() < 1e-12, "the rates of change are only rounding errors");
    }
  }

  @Test
  void massAndEnergyChangeOnlyThroughTheEnds() {
    ChannelMesh mesh = ChannelMesh.withBump(8, BUMP_HEIGHT);
    ChannelFlow flow = marched(mesh, 0.675, 50);
    FlowField field = flow.field;
    new ChannelBoundary(GasState.undisturbed(0.675)).apply(field);
    field.updatePressures();
    GasState[][] rates = GasState.zeros(mesh.columns, mesh.rows);
    new ConvectiveFlux().rates(field, rates);
    double mass = 0;
    double energy = 0;
    for (GasState[] column : rates) {
      for (GasState rate : column) {
        mass += rate.mass;
        energy += rate.energy;
      }
    }
    double[] in = through(field, 0);
    double[] out = through(field, mesh.columns);
    assertTrue(Math.abs(in[0] - out[0]) > 1e-4, "the flow is not yet steady");
    assertEquals(in[0] - out[0], mass, 1e-12);
    assertEquals(in[1] - out[1], energy, 1e-12);
  }

  @Test
  void steadyFlowConservesMassAndTotalEnthalpy() {
    ChannelMesh mesh = ChannelMesh.withBump(8, BUMP_HEIGHT);
    ChannelFlow flow = new ChannelFlow(mesh, 0.675);
    double[] worst = new double[4];
    for (int step = 0; step < 1600; step++) {
      worst[step / 400] = Math.max(worst[step / 400], flow.step());
    }
    for (int quarter = 1; quarter < 4; quarter++) {
      assertTrue(worst[quarter] < worst[quarter - 1] / 5, "the residual falls");
    }
    double[] in = through(flow.field, 0);
    double totalEnthalpy = in[1] / in[0];
    for (int i = 4; i <= mesh.columns; i += 4) {
      double[] here = through(flow.field, i);
      // Inside the channel, the dissipation moves some mass, too.
      double tolerance = i == mesh.columns ? 1e-4 : 1e-2;
      assertEquals(1, here[0] / in[0], tolerance);
      assertEquals(1, here[1] / here[0] / totalEnthalpy, 1e-4);
    }
  }

  @Test
  void bumpsOnBothWallsMakeASymmetricFlow() {
    int rows = 10;
    DoubleUnaryOperator wall = x -> x > 1.5 && x < 2.5 ? 0.4 * (x - 1.5) * (2.5 - x) : 0;
    FlowField field = marched(between(40, rows, wall, wall), 0.6, 300).field;
    double deflected = 0;
    for (int i = 0; i < 40; i++) {
      for (int j = 0; j < rows / 2; j++) {
        GasState lower = field.cell(i, j);
        GasState upper = field.cell(i, rows - 1 - j);
        upper.momentumY = -upper.momentumY;
        assertArrayEquals(lower.toArray(), upper.toArray(), 1e-11);
        deflected = Math.max(deflected, lower.momentumY);
      }
    }
    assertTrue(deflected > 0.05, "the bumps deflect the flow");
  }

  @Test
  void slowlyNarrowingChannelActsAsANozzle() {
    double throat = 0.9;
    DoubleUnaryOperator wall = x -> (1 - throat) * bell(x / 4);
    int columns = 80;
    int rows = 20;
    FlowField field = marched(between(columns, rows, wall, x -> 0), 0.4, 2500).field;
    double inlet = mean(field, 0);
    double middle = 0.5 * (mean(field, columns / 2 - 1) + mean(field, columns / 2));
    assertEquals(areaRatio(inlet) * throat, areaRatio(middle), 2e-3);
    assertTrue(middle > 1.1 * inlet);
  }

  @Test
  void fastFlowIsSupersonicOverTheBumpAndSlowsDownInAShock() {
    ChannelMesh mesh = ChannelMesh.withBump(16, BUMP_HEIGHT);
    FlowField field = marched(mesh, 0.675, 1000).field;
    double greatest = 0;
    double steepest = 0;
    for (int i = 1; i < mesh.columns; i++) {
      greatest = Math.max(greatest, mach(field.cell(i, 0)));
      steepest = Math.max(steepest, field.pressure(i, 0) / field.pressure(i - 1, 0));
    }
    assertTrue(greatest > 1.15 && greatest < 1.6, "greatest Mach number " + greatest);
    assertTrue(steepest > 1.15, "steepest rise of the pressure " + steepest);
    assertTrue(mach(field.cell(mesh.columns - 1, 0)) < 0.9);
  }

  private static ChannelFlow marched(ChannelMesh mesh, double mach, int steps) {
    ChannelFlow flow = new ChannelFlow(mesh, mach);
    for (int step = 0; step < steps; step++) {
      flow.step();
    }
    return flow;
  }

  /**
   * Returns the mass and the energy that flow into a column through the faces before it. The flow
   * through a face is computed from the mean state of the face's two cells.
   */
  private static double[] through(FlowField field, int column) {
    double mass = 0;
    double energy = 0;
    for (int j = 0; j < field.mesh.rows; j++) {
      GasState mean = new GasState();
      mean.setAdvanced(field.cell(column - 1, j), 1, field.cell(column, j));
      mean.setAdvanced(new GasState(), 0.5, mean);
      double pressure = 0.5 * (field.pressure(column - 1, j) + field.pressure(column, j));
      double through =
          mean.momentumX * field.mesh.streamNormalX[column][j]
              + mean.momentumY * field.mesh.streamNormalY[column][j];
      mass += through;
      energy += through * (mean.energy + pressure) / mean.mass;
    }
    return new double[] {mass, energy};
  }

  private static double mach(GasState state) {
    return Math.hypot(state.velocity(1, 0), state.velocity(0, 1)) / state.soundSpeed();
  }

  /** Returns the mean of the Mach numbers in a column, weighted by the heights of the cells. */
  private static double mean(FlowField field, int column) {
    double sum = 0;
    double height = 0;
    for (int j = 0; j < field.mesh.rows; j++) {
      sum += mach(field.cell(column, j)) * field.mesh.streamNormalX[column][j];
      height += field.mesh.streamNormalX[column][j];
    }
    return sum / height;
  }

  /**
   * Returns the area of an isentropic one-dimensional flow at this Mach number, relative to the
   * area at which the flow would be sonic.
   */
  private static double areaRatio(double mach) {
    return Math.pow((1 + 0.2 * mach * mach) / 1.2, 3) / mach;
  }

  private static double bell(double share) {
    return Math.pow(Math.sin(Math.PI * share), 2);
  }

  /** Returns a channel of length 4 whose walls are moved inwards by the values of the functions. */
  private static ChannelMesh between(
      int columns, int rows, DoubleUnaryOperator lower, DoubleUnaryOperator upper) {
    double[][] x = new double[columns + 1][rows + 1];
    double[][] y = new double[columns + 1][rows + 1];
    for (int i = 0; i <= columns; i++) {
      for (int j = 0; j <= rows; j++) {
        x[i][j] = 4.0 * i / columns;
        double bottom = -0.5 + lower.applyAsDouble(x[i][j]);
        double top = 0.5 - upper.applyAsDouble(x[i][j]);
        y[i][j] = (bottom * (rows - j) + top * j) / rows;
      }
    }
    return new ChannelMesh(x, y);
  }

  /** Returns a straight channel whose inner nodes are moved at random. */
  private static ChannelMesh irregular(int columns, int rows) {
    Random random = new Random(3);
    double[][] x = new double[columns + 1][rows + 1];
    double[][] y = new double[columns + 1][rows + 1];
    for (int i = 0; i <= columns; i++) {
      for (int j = 0; j <= rows; j++) {
        boolean inner = i > 0 && i < columns && j > 0 && j < rows;
        x[i][j] = i + (inner ? 0.4 * (random.nextDouble() - 0.5) : 0);
        y[i][j] = j + (inner ? 0.4 * (random.nextDouble() - 0.5) : 0);
      }
    }
    return new ChannelMesh(x, y);
  }
}
