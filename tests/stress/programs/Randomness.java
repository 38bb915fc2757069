/** Makes a sequence of small numbers from a seed. model.py computes it too. Never instrumented. */
final class Randomness {
  private Randomness() {}

  /** Returns numbers from 0 to 255, as SplitMix64 makes them. */
  static int[] numbers(long seed, int count) {
    int[] numbers = new int[count];
    long state = seed;
    for (int i = 0; i < count; i++) {
      state += 0x9E3779B97F4A7C15L;
      long z = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
      z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
      numbers[i] = (int) ((z ^ (z >>> 31)) & 255);
    }
    return numbers;
  }
}
