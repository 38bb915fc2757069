package org.kpathjvm.workloads.grande.euler;

import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;

/**
 * euler: computes the transonic flow through a channel with a bump on one of its walls, by solving
 * the Euler equations with finite volumes. Settings: {@code cells}, the number of cells across the
 * channel (there are four times as many along it), and {@code steps}, the number of time steps.
 */
public final class Euler implements Benchmark {
  private static final double MACH = 0.675;
  private static final double BUMP_HEIGHT = 0.1;

  private ChannelMesh mesh;
  private ChannelFlow flow;
  private double[] residuals;

  @Override
  public void prepare(Inputs inputs) throws StandInFailure {
    mesh = ChannelMesh.withBump(inputs.number("cells", 1), BUMP_HEIGHT);
    residuals = new double[inputs.number("steps")];
  }

  @Override
  public void beforeIteration() {
    flow = new ChannelFlow(mesh, MACH);
  }

  @Override
  public void iterate() {
    for (int step = 0; step < residuals.length; step++) {
      residuals[step] = flow.step();
    }
  }

  @Override
  public void digest(ResultDigest result) {
    result.add(residuals);
    for (int i = 0; i < mesh.columns; i++) {
      for (int j = 0; j < mesh.rows; j++) {
        result.add(flow.field.cell(i, j).toArray());
      }
    }
  }
}
