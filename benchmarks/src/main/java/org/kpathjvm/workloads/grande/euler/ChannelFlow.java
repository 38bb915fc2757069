package org.kpathjvm.workloads.grande.euler;

/**
 * Flow through a channel, marched in time by the classical Runge-Kutta method of fourth order
 * (Jameson, Schmidt and Turkel, AIAA paper 81-1259). All four stages use the dissipation at the
 * step's start. Each cell takes the time step that its own waves allow, so that the flow becomes
 * steady sooner. Until then, cells are at different times.
 */
final class ChannelFlow {
  /**
   * The Courant number, summed over the directions along and across the stream. The method's limit
   * is 2.8.
   */
  private static final double COURANT = 2;

  private final ChannelMesh mesh;
  private final ChannelBoundary boundary;
  private final ConvectiveFlux convection = new ConvectiveFlux();
  private final JamesonDissipation dissipation = new JamesonDissipation();

  /** The field. Its ghosts and pressures are those of the last stage of the last step. */
  final FlowField field;

  private final WaveSpeeds speeds;
  private final GasState[][] starts;
  private final GasState[][] rates;
  private final GasState[][] sums;
  private final GasState[][] dissipated;

  /** Time steps divided by areas. */
  private final double[][] steps;

  /** Begins with undisturbed gas everywhere, which the walls then deflect. */
  ChannelFlow(ChannelMesh mesh, double mach) {
    this.mesh = mesh;
    GasState undisturbed = GasState.undisturbed(mach);
    boundary = new ChannelBoundary(undisturbed);
    field = new FlowField(mesh, undisturbed);
    speeds = new WaveSpeeds(mesh);
    starts = GasState.zeros(mesh.columns, mesh.rows);
    rates = GasState.zeros(mesh.columns, mesh.rows);
    sums = GasState.zeros(mesh.columns, mesh.rows);
    dissipated = GasState.zeros(mesh.columns, mesh.rows);
    steps = new double[mesh.columns][mesh.rows];
  }

  /**
   * Takes a time step.
   *
   * @return the root mean square of the densities' rates of change at the beginning of the step
   */
  double step() {
    boundary.apply(field);
    field.updatePressures();
    speeds.update(field);
    dissipation.rates(field, speeds, dissipated);
    start();
    convection.rates(field, rates);
    double residual = residual();
    advance(1, 0.5);
    stage();
    advance(2, 0.5);
    stage();
    advance(2, 1);
    stage();
    finish();
    return residual;
  }

  private void start() {
    for (int i = 0; i < mesh.columns; i++) {
      for (int j = 0; j < mesh.rows; j++) {
        steps[i][j] = COURANT / speeds.ofCell(i, j);
        starts[i][j].set(field.cell(i, j));
        sums[i][j].set(0, 0, 0, 0);
      }
    }
  }

  private void stage() {
    boundary.apply(field);
    field.updatePressures();
    convection.rates(field, rates);
  }

  /**
   * Adds {@code weight} times a stage's rates to the sums. Then sets each cell to its state at the
   * step's start, plus its rate times its time step times {@code share}.
   */
  private void advance(double weight, double share) {
    for (int i = 0; i < mesh.columns; i++) {
      for (int j = 0; j < mesh.rows; j++) {
        GasState rate = rates[i][j];
        rate.add(dissipated[i][j]);
        sums[i][j].setAdvanced(sums[i][j], weight, rate);
        field.cell(i, j).setAdvanced(starts[i][j], share * steps[i][j], rate);
      }
    }
  }

  private void finish() {
    for (int i = 0; i < mesh.columns; i++) {
      for (int j = 0; j < mesh.rows; j++) {
        GasState sum = sums[i][j];
        sum.add(rates[i][j]);
        sum.add(dissipated[i][j]);
        field.cell(i, j).setAdvanced(starts[i][j], steps[i][j] / 6, sum);
      }
    }
  }

  private double residual() {
    double squares = 0;
    for (int i = 0; i < mesh.columns; i++) {
      for (int j = 0; j < mesh.rows; j++) {
        double rate = (rates[i][j].mass + dissipated[i][j].mass) / mesh.areas[i][j];
        squares += rate * rate;
      }
    }
    return Math.sqrt(squares / (mesh.columns * mesh.rows));
  }
}
