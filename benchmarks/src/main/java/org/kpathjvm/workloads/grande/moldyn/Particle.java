package org.kpathjvm.workloads.grande.moldyn;

/** An atom of mass 1, in reduced units: lengths in sigma, energies in epsilon. */
final class Particle {
  double x;
  double y;
  double z;
  double velocityX;
  double velocityY;
  double velocityZ;
  double forceX;
  double forceY;
  double forceZ;

  /** The potential energy that this particle's latest {@link #interact} computed. */
  double potential;

  Particle(double x, double y, double z) {
    this.x = x;
    this.y = y;
    this.z = z;
  }

  /**
   * Computes the Lennard-Jones force between this particle and each particle from index {@code
   * first} on, and adds it to the forces on both. Of a particle's periodic images, only the nearest
   * counts, and only within the cutoff. The potential 4 (r^-12 - r^-6) is shifted to be 0 at the
   * cutoff.
   *
   * @param side the side of the periodic box
   * @param cutoff the cutoff distance, at most half of the side
   */
  void interact(Particle[] all, int first, double side, double cutoff) {
    double half = side / 2;
    double cutoffSquared = cutoff * cutoff;
    double cutoffPower6 = 1 / (cutoffSquared * cutoffSquared * cutoffSquared);
    double shift = cutoffPower6 * (cutoffPower6 - 1);
    double sumX = 0;
    double sumY = 0;
    double sumZ = 0;
    double sumPotential = 0;
    for (int i = first; i < all.length; i++) {
      Particle other = all[i];
      double dx = x - other.x;
      double dy = y - other.y;
      double dz = z - other.z;
      if (dx < -half) {
        dx += side;
      } else if (dx > half) {
        dx -= side;
      }
      if (dy < -half) {
        dy += side;
      } else if (dy > half) {
        dy -= side;
      }
      if (dz < -half) {
        dz += side;
      } else if (dz > half) {
        dz -= side;
      }
      double squared = dx * dx + dy * dy + dz * dz;
      if (squared <= cutoffSquared) {
        double inverse = 1 / squared;
        double power6 = inverse * inverse * inverse;
        double strength = 48 * power6 * (power6 - 0.5) * inverse;
        sumPotential += 4 * (power6 * (power6 - 1) - shift);
        sumX += strength * dx;
        sumY += strength * dy;
        sumZ += strength * dz;
        other.forceX -= strength * dx;
        other.forceY -= strength * dy;
        other.forceZ -= strength * dz;
      }
    }
    forceX += sumX;
    forceY += sumY;
    forceZ += sumZ;
    potential = sumPotential;
  }

  void clearForce() {
    forceX = 0;
    forceY = 0;
    forceZ = 0;
  }

  void accelerate(double time) {
    velocityX += time * forceX;
    velocityY += time * forceY;
    velocityZ += time * forceZ;
  }

  void move(double time, double side) {
    x = wrapped(x + time * velocityX, side);
    y = wrapped(y + time * velocityY, side);
    z = wrapped(z + time * velocityZ, side);
  }

  private static double wrapped(double coordinate, double side) {
    if (coordinate < 0) {
      return coordinate + side;
    }
    return coordinate >= side ? coordinate - side : coordinate;
  }

  double kineticEnergy() {
    return (velocityX * velocityX + velocityY * velocityY + velocityZ * velocityZ) / 2;
  }
}
