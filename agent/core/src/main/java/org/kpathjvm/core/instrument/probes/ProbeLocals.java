package org.kpathjvm.core.instrument.probes;

/**
 * The probes' local variables, behind the method's own: the activation (a long), the word of its
 * latest paths (a long), of the counted loop that it is in the paths of the trips (a long) and how
 * many were made (an int), then the path register, and what other ints a scheme needs.
 */
public final class ProbeLocals {
  public static final int MAX_LOCALS = 65_535;

  private final int originalCount;
  private final boolean activation;
  private final boolean word;
  private final boolean trips;
  private final boolean register;
  private final int ints;

  public ProbeLocals(int originalCount, boolean activation, boolean word, boolean register) {
    this(originalCount, activation, word, false, register, 0);
  }

  private ProbeLocals(
      int originalCount,
      boolean activation,
      boolean word,
      boolean trips,
      boolean register,
      int ints) {
    this.originalCount = originalCount;
    this.activation = activation;
    this.word = word;
    this.trips = trips;
    this.register = register;
    this.ints = ints;
  }

  /** The same with those of counted loops. */
  public ProbeLocals withTrips() {
    return new ProbeLocals(originalCount, activation, word, true, register, ints);
  }

  /** Returns the same with so many ints more. */
  public ProbeLocals withInts(int count) {
    return new ProbeLocals(originalCount, activation, word, trips, register, count);
  }

  /** Slots of the original method: those below belong to it. */
  public int originalCount() {
    return originalCount;
  }

  public boolean hasActivation() {
    return activation;
  }

  public boolean hasWord() {
    return word;
  }

  public boolean hasTrips() {
    return trips;
  }

  public boolean hasRegister() {
    return register;
  }

  public int activation() {
    return originalCount;
  }

  public int word() {
    return originalCount + (activation ? 2 : 0);
  }

  public int trips() {
    return word() + (word ? 2 : 0);
  }

  public int tripCount() {
    return trips() + 2;
  }

  public int register() {
    return trips() + (trips ? 3 : 0);
  }

  /** Returns how many ints there are besides; they hold a value wherever the method is. */
  public int ints() {
    return ints;
  }

  public int firstInt() {
    return register() + (register ? 1 : 0);
  }

  /** All slots, the original ones included. */
  public int count() {
    return firstInt() + ints;
  }
}
