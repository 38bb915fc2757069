package org.kpathjvm.workloads.grande.euler;

/**
 * The gas in the cells of a mesh, and in two layers of ghost cells beyond the mesh's boundaries.
 * The arrays have the mesh's cell [i][j] at [i + GHOSTS][j + GHOSTS].
 */
final class FlowField {
  /**
   * The number of layers of ghost cells. A third difference reaches two cells to either side of a
   * face.
   */
  static final int GHOSTS = 2;

  final ChannelMesh mesh;
  final GasState[][] states;
  final double[][] pressures;

  FlowField(ChannelMesh mesh, GasState everywhere) {
    this.mesh = mesh;
    states = GasState.zeros(mesh.columns + 2 * GHOSTS, mesh.rows + 2 * GHOSTS);
    pressures = new double[mesh.columns + 2 * GHOSTS][mesh.rows + 2 * GHOSTS];
    for (GasState[] column : states) {
      for (GasState state : column) {
        state.set(everywhere);
      }
    }
    updatePressures();
  }

  /** Returns the state of a cell. The indices of ghost cells are outside the mesh. */
  GasState cell(int column, int row) {
    return states[column + GHOSTS][row + GHOSTS];
  }

  double pressure(int column, int row) {
    return pressures[column + GHOSTS][row + GHOSTS];
  }

  void updatePressures() {
    for (int i = 0; i < states.length; i++) {
      for (int j = 0; j < states[i].length; j++) {
        pressures[i][j] = states[i][j].pressure();
      }
    }
  }
}
