package org.kpathjvm.workloads.grande.euler;

/**
 * The quantities that the Euler equations conserve. The state of a cell is per volume; a rate of
 * change, or what goes through a face, is per time. The undisturbed gas has density 1 and speed of
 * sound 1.
 */
final class GasState {
  /** The ratio of the specific heats of air. */
  static final double GAMMA = 1.4;

  double mass;
  double momentumX;
  double momentumY;
  double energy;

  /** Returns the undisturbed gas, which flows along x at the given Mach number. */
  static GasState undisturbed(double mach) {
    GasState state = new GasState();
    state.setPrimitive(1, mach, 0, 1 / GAMMA);
    return state;
  }

  static GasState[][] zeros(int columns, int rows) {
    GasState[][] states = new GasState[columns][rows];
    for (GasState[] column : states) {
      for (int j = 0; j < rows; j++) {
        column[j] = new GasState();
      }
    }
    return states;
  }

  void set(double newMass, double newMomentumX, double newMomentumY, double newEnergy) {
    mass = newMass;
    momentumX = newMomentumX;
    momentumY = newMomentumY;
    energy = newEnergy;
  }

  void set(GasState other) {
    set(other.mass, other.momentumX, other.momentumY, other.energy);
  }

  void setPrimitive(double density, double velocityX, double velocityY, double pressure) {
    double kinetic = 0.5 * density * (velocityX * velocityX + velocityY * velocityY);
    set(density, density * velocityX, density * velocityY, pressure / (GAMMA - 1) + kinetic);
  }

  /** Sets this state to {@code start + factor * rate}. */
  void setAdvanced(GasState start, double factor, GasState rate) {
    mass = start.mass + factor * rate.mass;
    momentumX = start.momentumX + factor * rate.momentumX;
    momentumY = start.momentumY + factor * rate.momentumY;
    energy = start.energy + factor * rate.energy;
  }

  void add(GasState other) {
    setAdvanced(this, 1, other);
  }

  void subtract(GasState other) {
    setAdvanced(this, -1, other);
  }

  /** Uses the equation of state of a perfect gas. */
  double pressure() {
    double momentum2 = momentumX * momentumX + momentumY * momentumY;
    return (GAMMA - 1) * (energy - 0.5 * momentum2 / mass);
  }

  double soundSpeed() {
    return Math.sqrt(GAMMA * pressure() / mass);
  }

  /** Returns the component of the velocity along a unit vector. */
  double velocity(double directionX, double directionY) {
    return (momentumX * directionX + momentumY * directionY) / mass;
  }

  double[] toArray() {
    return new double[] {mass, momentumX, momentumY, energy};
  }
}
