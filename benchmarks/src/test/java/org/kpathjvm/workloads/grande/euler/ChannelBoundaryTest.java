package org.kpathjvm.workloads.grande.euler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ChannelBoundaryTest {
  private static final int COLUMNS = 16;

  private final ChannelMesh mesh = ChannelMesh.withBump(COLUMNS / 4, 0.1);
  private final GasState undisturbed = GasState.undisturbed(0.6);
  private final GasState inside = new GasState();

  @BeforeEach
  void fill() {
    inside.setPrimitive(1.2, 0.5, 0.05, 0.9);
  }

  @Test
  void enteringGasHasTheEntropyAndSidewaysVelocityOfUndisturbedGas() {
    FlowField field = bounded();
    for (int layer = 1; layer <= FlowField.GHOSTS; layer++) {
      GasState ghost = field.cell(-layer, 0);
      assertEquals(entropy(undisturbed), entropy(ghost), 1e-14);
      assertEquals(0, ghost.velocity(0, 1), 1e-14);
      assertEquals(riemann(inside, -1), riemann(ghost, -1), 1e-14);
      assertEquals(riemann(undisturbed, 1), riemann(ghost, 1), 1e-14);
    }
  }

  @Test
  void leavingGasKeepsItsEntropyAndSidewaysVelocity() {
    FlowField field = bounded();
    for (int layer = 0; layer < FlowField.GHOSTS; layer++) {
      GasState ghost = field.cell(COLUMNS + layer, 0);
      assertEquals(entropy(inside), entropy(ghost), 1e-14);
      assertEquals(0.05, ghost.velocity(0, 1), 1e-14);
      assertEquals(riemann(inside, 1), riemann(ghost, 1), 1e-14);
      assertEquals(riemann(undisturbed, -1), riemann(ghost, -1), 1e-14);
    }
  }

  @Test
  void noWavesMoveAgainstSupersonicGas() {
    inside.setPrimitive(1.2, 2, 0.05, 0.9);
    assertArrayEquals(inside.toArray(), bounded().cell(COLUMNS, 0).toArray());
    inside.setPrimitive(1.2, -2, 0.05, 0.9);
    assertArrayEquals(undisturbed.toArray(), bounded().cell(COLUMNS, 0).toArray());
  }

  @Test
  void wallsReflectTheGas() {
    FlowField field = bounded();
    int overBump = COLUMNS / 2;
    double length = Math.hypot(mesh.crossNormalX[overBump][0], mesh.crossNormalY[overBump][0]);
    double normalX = mesh.crossNormalX[overBump][0] / length;
    double normalY = mesh.crossNormalY[overBump][0] / length;
    for (int layer = 1; layer <= FlowField.GHOSTS; layer++) {
      GasState ghost = field.cell(overBump, -layer);
      assertEquals(-inside.velocity(normalX, normalY), ghost.velocity(normalX, normalY), 1e-14);
      assertEquals(inside.velocity(normalY, -normalX), ghost.velocity(normalY, -normalX), 1e-14);
      assertEquals(inside.pressure(), ghost.pressure(), 1e-14);
    }
  }

  private FlowField bounded() {
    FlowField field = new FlowField(mesh, inside);
    new ChannelBoundary(undisturbed).apply(field);
    return field;
  }

  private static double entropy(GasState state) {
    return state.pressure() / Math.pow(state.mass, 1.4);
  }

  /** Returns the Riemann invariant that waves carry downstream (1) or upstream (-1). */
  private static double riemann(GasState state, int direction) {
    return direction * state.velocity(1, 0) + 5 * state.soundSpeed();
  }
}
