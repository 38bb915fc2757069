package org.kpathjvm.workloads.grande.moldyn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class MolecularDynamicsTest {
  private static final int STEPS = 60;

  @Test
  void energyAndMomentumAreConserved() {
    MolecularDynamics simulation = new MolecularDynamics();
    simulation.prepare(4, STEPS);
    simulation.beforeIteration();
    simulation.iterate();
    double[] energies = simulation.energies;
    double first = energies[0];
    assertTrue(first < 0, "the energy of a solid is negative");
    for (double energy : energies) {
      // The energy is conserved only approximately, because the force jumps at the cutoff (1.7
      // sigma in this small box).
      assertEquals(first, energy, 2e-3 * Math.abs(first));
    }
    double momentumX = 0;
    double momentumY = 0;
    double momentumZ = 0;
    for (Particle particle : simulation.particles) {
      momentumX += particle.velocityX;
      momentumY += particle.velocityY;
      momentumZ += particle.velocityZ;
    }
    assertEquals(0, momentumX, 1e-9);
    assertEquals(0, momentumY, 1e-9);
    assertEquals(0, momentumZ, 1e-9);
  }

  @Test
  void forcesAreTheNegativeGradientOfThePotential() {
    MolecularDynamics simulation = new MolecularDynamics();
    simulation.prepare(4, 20);
    simulation.beforeIteration();
    simulation.iterate();
    Particle[] particles = simulation.particles;
    double step = 1e-6;
    for (int i = 0; i < particles.length; i += 37) {
      Particle particle = particles[i];
      double x = particle.x;
      particle.x = x + step;
      double right = potential(simulation);
      particle.x = x - step;
      double left = potential(simulation);
      particle.x = x;
      assertEquals((left - right) / (2 * step), particle.forceX, 1e-3);
    }
  }

  @Test
  void particlesStayInTheBox() {
    MolecularDynamics simulation = new MolecularDynamics();
    simulation.prepare(3, STEPS);
    simulation.beforeIteration();
    simulation.iterate();
    for (Particle particle : simulation.particles) {
      assertTrue(particle.x >= 0 && particle.x < simulation.side);
      assertTrue(particle.y >= 0 && particle.y < simulation.side);
      assertTrue(particle.z >= 0 && particle.z < simulation.side);
    }
  }

  /**
   * Returns the potential by its definition, as a sum over all pairs of particles. A pair's
   * distance is the distance between the nearest images of its particles.
   */
  private static double potential(MolecularDynamics simulation) {
    Particle[] all = simulation.particles;
    double cutoff = simulation.cutoff;
    double sum = 0;
    for (int i = 0; i < all.length; i++) {
      for (int j = i + 1; j < all.length; j++) {
        double dx = nearest(all[i].x - all[j].x, simulation.side);
        double dy = nearest(all[i].y - all[j].y, simulation.side);
        double dz = nearest(all[i].z - all[j].z, simulation.side);
        double distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
        if (distance <= cutoff) {
          sum += lennardJones(distance) - lennardJones(cutoff);
        }
      }
    }
    return sum;
  }

  private static double nearest(double difference, double side) {
    return difference - side * Math.rint(difference / side);
  }

  private static double lennardJones(double distance) {
    return 4 * (Math.pow(distance, -12) - Math.pow(distance, -6));
  }
}
