package org.kpathjvm.core.instrument.probes;

/**
 * Describes the stack frame of a method whose activations hold paths back: which local variables
 * hold the activation and these paths.
 */
public final class HeldWord {
  /** A placeholder that describes no frame. */
  public static final HeldWord NONE = of(new int[] {0, 0, -1, -1, -1, 0}, 0, 0);

  /** The length of the array that {@link #numbers} returns. */
  public static final int NUMBERS = 6;

  /** The index of the local variable with the activation, a long. */
  public final int activationLocal;

  /** The index of the local variable with the word, a long. */
  public final int wordLocal;

  /**
   * The index of the local variable with the paths of a counted loop's trips, a long; -1 in a
   * method without counted loops.
   */
  public final int tripsLocal;

  /**
   * The index of the local variable with the number of trips, an int; -1 in a method without
   * counted loops.
   */
  public final int tripCountLocal;

  /** The number of slots that a frame's local variables take. */
  public final int localCount;

  /** The number that identifies the method to the probes. */
  public final long packing;

  /** The largest number of paths that an activation holds back. */
  public final int capacity;

  private HeldWord(int[] numbers, int from, long packing) {
    activationLocal = numbers[from];
    wordLocal = numbers[from + 1];
    tripsLocal = numbers[from + 2];
    tripCountLocal = numbers[from + 3];
    localCount = numbers[from + 4];
    capacity = numbers[from + 5];
    this.packing = packing;
  }

  /**
   * Restores an object from the method's packing and from the array that {@link #numbers} returned.
   * The object's numbers begin at the index {@code from} of the array.
   */
  public static HeldWord of(int[] numbers, int from, long packing) {
    return new HeldWord(numbers, from, packing);
  }

  /**
   * Returns the description of a method's stack frame.
   *
   * @param capacity the largest number of paths that an activation holds back
   */
  public static HeldWord of(ProbeLocals locals, Packing packing, int capacity) {
    int[] numbers = {
      locals.activation(),
      locals.word(),
      locals.hasTrips() ? locals.trips() : -1,
      locals.hasTrips() ? locals.tripCount() : -1,
      locals.count(),
      capacity
    };
    return of(numbers, 0, packing.method);
  }

  /** Returns everything but the packing, as an array of {@link #NUMBERS} elements. */
  public int[] numbers() {
    return new int[] {activationLocal, wordLocal, tripsLocal, tripCountLocal, localCount, capacity};
  }
}
