package org.kpathjvm.workloads.spec.scimark;

/**
 * Subtractive lagged Fibonacci generator with the lags 17 and 5 (Knuth, The Art of Computer
 * Programming, volume 2, section 3.2.2): x[n] = (x[n-17] - x[n-5]) mod (2^31 - 1).
 */
final class LaggedFibonacci {
  private static final int LONG_LAG = 17;
  private static final int SHORT_LAG = 5;
  private static final int MODULUS = Integer.MAX_VALUE;
  private static final double SCALE = 1.0 / MODULUS;

  /**
   * The multiplier of the minimal standard generator, which has the same modulus and makes the
   * first values.
   */
  private static final long SEED_MULTIPLIER = 48_271;

  private final int[] recent = new int[LONG_LAG];
  private int longTap;
  private int shortTap = LONG_LAG - SHORT_LAG;

  /**
   * Starts the sequence that belongs to a seed.
   *
   * @param seed 1 to 2^31 - 2
   */
  LaggedFibonacci(int seed) {
    long value = seed;
    for (int i = 0; i < LONG_LAG; i++) {
      value = value * SEED_MULTIPLIER % MODULUS;
      recent[i] = (int) value;
    }
  }

  /**
   * Returns the next number, which is at least 0 and less than 1. The method is synchronized, as it
   * is in SPECjvm2008.
   */
  synchronized double nextDouble() {
    int value = recent[longTap] - recent[shortTap];
    if (value < 0) {
      value += MODULUS;
    }
    recent[longTap] = value;
    longTap = longTap == LONG_LAG - 1 ? 0 : longTap + 1;
    shortTap = shortTap == LONG_LAG - 1 ? 0 : shortTap + 1;
    return value * SCALE;
  }

  double[] nextDoubles(int count) {
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] = nextDouble();
    }
    return values;
  }
}
