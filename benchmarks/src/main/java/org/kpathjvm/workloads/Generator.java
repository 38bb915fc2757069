package org.kpathjvm.workloads;

/**
 * Pseudo-random numbers that are the same on every JDK: SplitMix64 (Steele, Lea and Flood, "Fast
 * Splittable Pseudorandom Number Generators", OOPSLA 2014).
 */
public final class Generator {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
  private static final double UNIT = 0x1.0p-53;

  private long state;

  /** Starts the sequence that belongs to the given seed. */
  public Generator(long seed) {
    state = seed;
  }

  /** Returns the next 64 bits. */
  public long next() {
    state += GOLDEN_GAMMA;
    long mixed = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }

  /** Returns a number from 0 to {@code bound} - 1. The bound is at least 1. */
  public int below(int bound) {
    return (int) Long.remainderUnsigned(next(), bound);
  }

  /** Returns a number from {@code least} to {@code most}, both included. */
  public int between(int least, int most) {
    return least + below(most - least + 1);
  }

  /** Returns a number from 0 (included) to 1 (excluded). */
  public double unit() {
    return (next() >>> 11) * UNIT;
  }

  /** Returns a word of {@code length} letters from a to z. */
  public String letters(int length) {
    StringBuilder word = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      word.append((char) ('a' + below(26)));
    }
    return word.toString();
  }
}
