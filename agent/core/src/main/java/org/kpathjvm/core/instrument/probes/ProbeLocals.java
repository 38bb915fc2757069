package org.kpathjvm.core.instrument.probes;

/**
 * The probes' local variables, behind the method's own: the activation (a long), the word of its
 * latest paths (a long), of the counted loop that it is in the paths of the trips (a long) and how
 * many were made (an int), then the path register; and the registers of structure graphs.
 */
public final class ProbeLocals {
  public static final int MAX_LOCALS = 65_535;

  private final int originalCount;
  private final boolean activation;
  private final boolean word;
  private final boolean trips;
  private final boolean register;
  private final int graphs;

  ProbeLocals(int originalCount, boolean activation, boolean word, boolean register) {
    this(originalCount, activation, word, false, register, 0);
  }

  private ProbeLocals(
      int originalCount,
      boolean activation,
      boolean word,
      boolean trips,
      boolean register,
      int graphs) {
    this.originalCount = originalCount;
    this.activation = activation;
    this.word = word;
    this.trips = trips;
    this.register = register;
    this.graphs = graphs;
  }

  /** The same with those of counted loops. */
  ProbeLocals withTrips() {
    return new ProbeLocals(originalCount, activation, word, true, register, graphs);
  }

  /** The same with a register for each of so many structure graphs. */
  ProbeLocals withGraphs(int count) {
    return new ProbeLocals(originalCount, activation, word, trips, register, count);
  }

  /** Slots of the original method: those below belong to it. */
  int originalCount() {
    return originalCount;
  }

  boolean hasActivation() {
    return activation;
  }

  boolean hasWord() {
    return word;
  }

  boolean hasTrips() {
    return trips;
  }

  boolean hasRegister() {
    return register;
  }

  int activation() {
    return originalCount;
  }

  int word() {
    return originalCount + (activation ? 2 : 0);
  }

  int trips() {
    return word() + (word ? 2 : 0);
  }

  int tripCount() {
    return trips() + 2;
  }

  int register() {
    return trips() + (trips ? 3 : 0);
  }

  /** Registers of structure graphs, which hold a value wherever the method is. */
  int graphs() {
    return graphs;
  }

  int firstGraph() {
    return register() + (register ? 1 : 0);
  }

  /** All slots, the original ones included. */
  public int count() {
    return firstGraph() + graphs;
  }
}
