package org.kpathjvm.workloads.grande.moldyn;

import java.util.Random;
import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;

/**
 * md (moldyn): simulates argon-like atoms under a Lennard-Jones potential in a periodic box, by the
 * velocity Verlet method. Every step computes the forces of all pairs of atoms. Settings: {@code
 * cells}, the number of cells along a side of the box, and {@code steps}, the number of time steps.
 * At first, each cell has four atoms (face-centred cubic).
 */
public final class MolecularDynamics implements Benchmark {
  private static final long SEED = 1729;
  private static final double DENSITY = 0.83134;
  private static final double TEMPERATURE = 0.722;
  private static final double TIME_STEP = 0.004;

  /** The places of a cell's atoms, in halves of the cell's side. */
  private static final int[][] CELL = {{0, 0, 0}, {0, 1, 1}, {1, 0, 1}, {1, 1, 0}};

  private int cells;
  private int steps;
  double side;
  double cutoff;
  Particle[] particles;
  double[] energies;

  @Override
  public void prepare(Inputs inputs) throws StandInFailure {
    prepare(inputs.number("cells", 1), inputs.number("steps"));
  }

  void prepare(int cellsAlongSide, int stepCount) {
    cells = cellsAlongSide;
    steps = stepCount;
    double cellSide = StrictMath.cbrt(CELL.length / DENSITY);
    side = cells * cellSide;
    cutoff = side / 4;
    energies = new double[steps];
  }

  @Override
  public void beforeIteration() {
    particles = lattice();
    heat(particles);
  }

  @Override
  public void iterate() {
    forces();
    for (int step = 0; step < steps; step++) {
      for (Particle particle : particles) {
        particle.accelerate(TIME_STEP / 2);
        particle.move(TIME_STEP, side);
      }
      forces();
      for (Particle particle : particles) {
        particle.accelerate(TIME_STEP / 2);
      }
      energies[step] = energy();
    }
  }

  @Override
  public void digest(ResultDigest result) {
    result.add(energies);
    for (Particle particle : particles) {
      result.add(new double[] {particle.x, particle.y, particle.z});
    }
  }

  private void forces() {
    for (Particle particle : particles) {
      particle.clearForce();
    }
    for (int i = 0; i < particles.length; i++) {
      particles[i].interact(particles, i + 1, side, cutoff);
    }
  }

  private double energy() {
    double energy = 0;
    for (Particle particle : particles) {
      energy += particle.kineticEnergy() + particle.potential;
    }
    return energy;
  }

  private Particle[] lattice() {
    Particle[] lattice = new Particle[cells * cells * cells * CELL.length];
    double half = side / cells / 2;
    int next = 0;
    for (int i = 0; i < cells; i++) {
      for (int j = 0; j < cells; j++) {
        for (int k = 0; k < cells; k++) {
          for (int[] place : CELL) {
            lattice[next++] =
                new Particle(
                    (2 * i + place[0]) * half,
                    (2 * j + place[1]) * half,
                    (2 * k + place[2]) * half);
          }
        }
      }
    }
    return lattice;
  }

  /** Gives the particles random velocities that fit the temperature. The momenta add up to zero. */
  private static void heat(Particle[] particles) {
    Random random = new Random(SEED);
    double sumX = 0;
    double sumY = 0;
    double sumZ = 0;
    for (Particle particle : particles) {
      particle.velocityX = random.nextDouble() - 0.5;
      particle.velocityY = random.nextDouble() - 0.5;
      particle.velocityZ = random.nextDouble() - 0.5;
      sumX += particle.velocityX;
      sumY += particle.velocityY;
      sumZ += particle.velocityZ;
    }
    double energy = 0;
    for (Particle particle : particles) {
      particle.velocityX -= sumX / particles.length;
      particle.velocityY -= sumY / particles.length;
      particle.velocityZ -= sumZ / particles.length;
      energy += particle.kineticEnergy();
    }
    double scale = Math.sqrt(1.5 * TEMPERATURE * particles.length / energy);
    for (Particle particle : particles) {
      particle.velocityX *= scale;
      particle.velocityY *= scale;
      particle.velocityZ *= scale;
    }
  }
}
