package org.kpathjvm.core.instrument.probes;

/**
 * The local variables of the probes. They follow the method's own variables in this order: the
 * activation (a long); the word of its latest paths (a long); the paths of the current counted
 * loop's trips (a long); the number of these trips (an int); the path register (an int); and other
 * ints of the scheme. A method has only the variables that its probes need.
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

  /** Returns these locals together with the two for counted loops. */
  public ProbeLocals withTrips() {
    return new ProbeLocals(originalCount, activation, word, true, register, ints);
  }

  /** Returns these locals with {@code count} additional ints. */
  public ProbeLocals withInts(int count) {
    return new ProbeLocals(originalCount, activation, word, trips, register, count);
  }

  /**
   * Returns the number of local variable slots that the original method has. The slots of the
   * probes begin at this index.
   */
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

  /** Returns the number of additional ints, which hold a value everywhere in the method. */
  public int ints() {
    return ints;
  }

  public int firstInt() {
    return register() + (register ? 1 : 0);
  }

  /** Returns the number of all slots, including the original ones. */
  public int count() {
    return firstInt() + ints;
  }
}
