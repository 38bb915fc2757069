package org.kpathjvm.workloads.grande.euler;

/**
 * The gas in the cells of a mesh, and in two layers of ghost cells beyond its boundaries. The
 * mesh's cell [i][j] is at [i + GHOSTS][j + GHOSTS] here.
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

  /** Creates a field in which the gas is the same everywhere. */
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

  /** Returns the state of the mesh's cell, or of a ghost cell beyond the mesh. */
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
