package org.kpathjvm.core.instrument.probes;

/** Where a frame of a method has its activation and the paths that it holds back. */
public final class HeldWord {
  /** What no frame is like. */
  public static final HeldWord NONE = of(new int[] {0, 0, -1, -1, -1, 0}, 0, 0);

  /** How many {@link #numbers} there are. */
  public static final int NUMBERS = 6;

  /** The local variables: each is a long and takes two. */
  public final int activationLocal;

  public final int wordLocal;

  /** The paths of the trips of a counted loop, a long, and how many, an int; -1 in others. */
  public final int tripsLocal;

  public final int tripCountLocal;

  /** All local variables of a frame. */
  public final int localCount;

  /** What the probes know the method by. */
  public final long packing;

  /** Paths that an activation holds back at most. */
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

  /** What was made of {@link #numbers}, of a method with that packing. */
  public static HeldWord of(int[] numbers, int from, long packing) {
    return new HeldWord(numbers, from, packing);
  }

  /**
   * Returns where a method with that packing has it.
   *
   * @param capacity paths that an activation holds back at most
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

  /** All of it but the packing: {@link #NUMBERS} of them. */
  public int[] numbers() {
    return new int[] {activationLocal, wordLocal, tripsLocal, tripCountLocal, localCount, capacity};
  }
}
