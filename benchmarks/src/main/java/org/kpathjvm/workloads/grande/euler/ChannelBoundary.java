package org.kpathjvm.workloads.grande.euler;

/**
 * Fills the ghost cells. Those beyond the walls are mirror images. Those at the channel's ends are
 * computed from the gas inside and the undisturbed gas far away, by the method of characteristics
 * in one dimension.
 */
final class ChannelBoundary {
  private static final double TO_RIEMANN = 2 / (GasState.GAMMA - 1);

  private final GasState undisturbed;

  ChannelBoundary(GasState undisturbed) {
    this.undisturbed = undisturbed;
  }

  void apply(FlowField field) {
    walls(field);
    ends(field);
  }

  private static void walls(FlowField field) {
    ChannelMesh mesh = field.mesh;
    int top = mesh.rows - 1;
    for (int i = 0; i < mesh.columns; i++) {
      for (int layer = 0; layer < FlowField.GHOSTS; layer++) {
        mirror(
            field.cell(i, layer),
            field.cell(i, -1 - layer),
            mesh.crossNormalX[i][0],
            mesh.crossNormalY[i][0]);
        mirror(
            field.cell(i, top - layer),
            field.cell(i, top + 1 + layer),
            mesh.crossNormalX[i][mesh.rows],
            mesh.crossNormalY[i][mesh.rows]);
      }
    }
  }

  /** Sets the ghost to the mirror image of the gas inside, so that no gas crosses the wall. */
  private static void mirror(GasState inside, GasState ghost, double normalX, double normalY) {
    double through =
        2
            * (inside.momentumX * normalX + inside.momentumY * normalY)
            / (normalX * normalX + normalY * normalY);
    ghost.set(
        inside.mass,
        inside.momentumX - through * normalX,
        inside.momentumY - through * normalY,
        inside.energy);
  }

  private void ends(FlowField field) {
    ChannelMesh mesh = field.mesh;
    int last = mesh.columns - 1;
    for (int j = 0; j < mesh.rows; j++) {
      double inletX = -mesh.streamNormalX[0][j];
      double inletY = -mesh.streamNormalY[0][j];
      open(field.cell(0, j), field.cell(-1, j), inletX, inletY);
      field.cell(-2, j).set(field.cell(-1, j));
      double outletX = mesh.streamNormalX[last + 1][j];
      double outletY = mesh.streamNormalY[last + 1][j];
      open(field.cell(last, j), field.cell(last + 1, j), outletX, outletY);
      field.cell(last + 2, j).set(field.cell(last + 1, j));
    }
  }

  /** Sets the ghost by the Riemann invariants along the normal, which points out of the channel. */
  private void open(GasState inside, GasState ghost, double normalX, double normalY) {
    double length = Math.sqrt(normalX * normalX + normalY * normalY);
    double outX = normalX / length;
    double outY = normalY / length;
    double insideOut = inside.velocity(outX, outY);
    double insideSound = inside.soundSpeed();
    if (insideOut >= insideSound) {
      ghost.set(inside);
      return;
    }
    if (insideOut <= -insideSound) {
      ghost.set(undisturbed);
      return;
    }
    double outgoing = insideOut + TO_RIEMANN * insideSound;
    double incoming = undisturbed.velocity(outX, outY) - TO_RIEMANN * undisturbed.soundSpeed();
    double out = 0.5 * (outgoing + incoming);
    double sound = 0.25 * (GasState.GAMMA - 1) * (outgoing - incoming);
    isentropic(out > 0 ? inside : undisturbed, sound, out, outX, outY, ghost);
  }

  /**
   * Sets the ghost to gas with the source's entropy and tangential velocity, and with the given
   * speed of sound and outward velocity.
   */
  private static void isentropic(
      GasState source, double sound, double out, double outX, double outY, GasState ghost) {
    double sourceSound = source.soundSpeed();
    double ratio = sound * sound / (sourceSound * sourceSound);
    // The exponent is 1 / (gamma - 1) = 5/2. Math.sqrt, unlike Math.pow,
    // gives the same result on every machine.
    double density = source.mass * ratio * ratio * Math.sqrt(ratio);
    double change = out - source.velocity(outX, outY);
    ghost.setPrimitive(
        density,
        source.velocity(1, 0) + change * outX,
        source.velocity(0, 1) + change * outY,
        density * sound * sound / GasState.GAMMA);
  }
}
